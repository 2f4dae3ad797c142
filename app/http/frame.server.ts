import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { offerName } from '~/domain/catalogue/vehicle-record';
import { findOffer } from '~/domain/catalogue/vehicle-record-queries.server';
import { type ComparedName, comparedNames } from '~/domain/compare/compared-names.server';
import { contactDetails } from '~/domain/content/contact-details.server';
import { favouriteIds } from '~/domain/favourites/favourite-queries.server';
import { askerOf } from './asker.server';
import { cookieNames, readCookie } from './cookies.server';
import { readCompareIds } from './compare-list.server';
import { type Notice, takeNotice } from './notices.server';
import { publicOrigin } from './public-origin.server';
import { runtimeOf } from './runtime.server';
import { forgetSessionCookie } from './session-cookie.server';

/** Data of the page layout: header, footer and flash message. */
type Frame = {
  compared: ComparedName[];
  /** Ids of the user's favourites; null if the client is not signed in. */
  favouriteIds: string[] | null;
  notice: Notice | null;
  /** Public origin, for canonical links and previews. */
  origin: string;
  /** Contact details of the business, for the footer. */
  contact: typeof contactDetails;
};

/**
 * Response of the root loader. It deletes the cookie of a flash message, which is shown once, and that of an invalid
 * session token.
 */
export function frameOf({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>) {
  const runtime = runtimeOf(context);
  const asker = askerOf(request, runtime);
  const { notice, clearing } = takeNotice(request, (id) => {
    const offer = findOffer(runtime.db, id, asker);
    return offer && offerName(offer);
  });
  const frame: Frame = {
    compared: comparedNames(runtime.db, readCompareIds(request)),
    favouriteIds: asker.user && favouriteIds(runtime.db, asker.user.id),
    notice,
    origin: publicOrigin(request, runtime),
    contact: contactDetails,
  };
  const headers = new Headers();
  if (clearing) headers.append('Set-Cookie', clearing);
  // A token that is expired, revoked or malformed signs out (docs/product.md, "Header and footer").
  if (!asker.user && readCookie(request, cookieNames.session)) {
    headers.append('Set-Cookie', forgetSessionCookie(request));
  }
  return json(frame, { headers });
}
