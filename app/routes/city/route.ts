import { redirect } from '@remix-run/node';
import { findPlace, formatPlaceName, type KnownPlace } from '~/domain/places/places.server';
import { ok } from '~/domain/shared/result';
import { createCityCookie } from '~/http/cookies/city.server';
import { allowAnyone, createFormAction, type FormPost } from '~/submit/form.server';
import { toLocalPath } from '~/http/responses.server';
import { paths } from '~/paths';

/** Value of the form: a known city, `clear`, or an unrecognized text. */
type Change = { place: KnownPlace | null; isUnknown: boolean };

function parseChange({ fields }: FormPost): Change {
  if (fields.has('clear')) return { place: null, isUnknown: false };
  const place = findPlace(fields.get('city') ?? '');
  return { place, isUnknown: place === null };
}

/**
 * Stores the visitor's city in a cookie, or removes it (docs/product.md, "Places"). An unknown city redirects to
 * Browse, which shows an error beside the field.
 */
export const action = createFormAction({
  access: allowAnyone,
  run: (post) => ok(parseChange(post)),
  onSuccess: ({ place, isUnknown }, { request, fields }) => ({
    to: isUnknown
      ? paths.browse({ city: fields.get('city') || null })
      : toLocalPath(fields.get('returnTo'), paths.browse(place ? { city: formatPlaceName(place) } : {})),
    cookies: isUnknown ? [] : [createCityCookie(request, place?.id ?? null)],
  }),
  redisplay: null,
});

/** A GET, such as a reload, redirects to Browse. */
export const loader = () => redirect(paths.browse());
