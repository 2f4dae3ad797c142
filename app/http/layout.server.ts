import { setImmediate } from 'node:timers/promises';
import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { offerName } from '~/domain/catalogue/vehicle';
import { findOffer } from '~/domain/catalogue/vehicle.queries.server';
import { type ComparedName, comparedNames } from '~/domain/compare/comparison.queries.server';
import { contactDetails } from '~/domain/content/company.server';
import { favouriteIds } from '~/domain/saved/favourites.server';
import { unreadMessages } from '~/domain/conversations/inbox.queries.server';
import { forgetSessionCookie, getActor } from './actor.server';
import { paths } from '~/paths';
import { cookieNames, readCompareIds, readCookie } from './cookies.server';
import { type FlashMessage, takeFlash } from './flash.server';
import { publicOrigin, runtimeOf } from './runtime.server';

const conversationPath = paths.conversation({ id: '' });

/** Data of the page layout: header, footer and flash message. */
type PageLayout = {
  compared: ComparedName[];
  /** Ids of the user's favourites; null if signed out. */
  favouriteIds: string[] | null;
  /** Number of unread messages. */
  unread: number;
  flash: FlashMessage | null;
  /** Public origin, for canonical links and previews. */
  origin: string;
  /** Contact details of the business, for the footer. */
  contact: typeof contactDetails;
};

/**
 * Response of the root loader, which deletes the cookie of a flash message, now shown, and that of an invalid session
 * token.
 */
export async function loadLayout({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>) {
  const runtime = runtimeOf(context);
  const actor = getActor(request, runtime);
  const { flash, clearing } = takeFlash(request, (id) => {
    const offer = findOffer(runtime.db, id, actor);
    return offer && offerName(offer);
  });
  if (new URL(request.url).pathname === conversationPath) {
    // A conversation's loader marks it as read in this turn of the event loop, and writes are committed in the next;
    // only after both is the number of unread messages right.
    await setImmediate();
    await setImmediate();
  }
  const pageLayout: PageLayout = {
    compared: comparedNames(runtime.db, readCompareIds(request)),
    favouriteIds: actor.user && favouriteIds(runtime.db, actor.user.id),
    unread: unreadMessages(runtime.db, actor),
    flash,
    origin: publicOrigin(request, runtime),
    contact: contactDetails,
  };
  const headers = new Headers();
  if (clearing) headers.append('Set-Cookie', clearing);
  // An expired, revoked or malformed token signs out (docs/product.md, "Header and footer").
  if (!actor.user && readCookie(request, cookieNames.session)) {
    headers.append('Set-Cookie', forgetSessionCookie(request));
  }
  return json(pageLayout, { headers });
}
