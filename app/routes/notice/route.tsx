import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { formatWithUnit } from '~/domain/catalogue/vehicle-labels';
import { findListing, toShortId } from '~/domain/listings/listing.queries.server';
import { getPhotoSources } from '~/domain/photos/photo';
import { anonymous } from '~/domain/shared/actor';
import { formatRupees } from '~/domain/shared/money';
import { createGoneResponse } from '~/http/gone-offer.server';
import { getPublicOrigin } from '~/http/runtime.server';
import { paths } from '~/paths';
import { createQrShape } from '~/ui/drawings/qr-drawing.server';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { ActionLink } from '~/ui/primitives/button';
import { Drawing } from '~/ui/primitives/drawing';
import type { ScreenHandle } from '~/ui/screen-kind';
import { Photo } from '~/ui/vehicles/card-parts';
import { useSite } from '~/ui/document';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  cacheKeyParameters: ['listing'],
  unlisted: true,
};

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(
    matches,
    data ? `Notice: ${data.name}` : 'Notice',
    'A notice to print on A5 and to put up, with strips to tear off.',
  );

/** The public data of a listing: no number plate, no data of its seller. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { runtime } = context;
  const id = new URL(request.url).searchParams.get('listing') ?? '';
  const listing = findListing(runtime.db, id, anonymous);
  if (!listing) throw id ? createGoneResponse(request, runtime, id) : redirect(paths.sell());
  const { kind, name, year, condition, city, kilometresDriven, presentPrice, photos, drawing } = listing;
  const [photo] = photos;
  const link = getPublicOrigin(request, runtime) + paths.shortListing(toShortId(runtime.db, id));
  return json({
    id,
    kind,
    name,
    price: formatRupees(presentPrice),
    facts: [String(year), formatWithUnit(kilometresDriven, 'km'), condition, city].filter((fact) => fact !== null),
    photo: photo ? getPhotoSources(photo) : null,
    bodyStyle: drawing.bodyStyle,
    colours: { body: drawing.body, accent: drawing.accent },
    shortLink: link.replace(/^https?:\/\//, ''),
    code: createQrShape(link),
  });
}

const strips = [1, 2, 3, 4, 5, 6, 7];

/** One A5 sheet (docs/product.md, "Notice"). */
export default function Notice() {
  const { name: shop } = useSite();
  const { id, kind, name, price, facts, photo, bodyStyle, colours, shortLink, code } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Notice to print"
        subtitle="A5, with strips to tear off. The code opens the listing."
        back={{ text: 'The listing', href: paths.vehicle(id) }}
      />
      <section className="section stack" aria-label="Notice">
        <p className="row notice-tools">
          <button type="button" className="button button-primary" data-print="">
            Print
          </button>{' '}
          <span className="note">Paper A5, or two to a sheet of A4; margins as they are.</span>{' '}
          <ActionLink href={paths.vehicle(id)} icon="go">
            See it as buyers do
          </ActionLink>
        </p>
        <article className="notice">
          <header>
            <h2>{kind === 'bike' ? 'Bike for sale' : 'Scooter for sale'}</h2>
            <p>{shop}</p>
          </header>
          {photo ? (
            <Photo photo={photo} alt={name} sizes="(min-width: 36rem) 32rem, 92vw" />
          ) : (
            <Drawing of={bodyStyle} colours={colours} />
          )}
          <div className="notice-face">
            <div>
              <h3>{name}</h3>
              <p className="notice-price">
                <span style={{ '--characters': price.length }}>{price}</span>
              </p>
              <p>{facts.join(' · ')}</p>
            </div>
            <svg
              className="notice-code"
              viewBox={`0 0 ${code.size} ${code.size}`}
              width="220"
              role="img"
              aria-label="Code with the address"
            >
              <path id="code" d={code.path} shapeRendering="crispEdges" />
            </svg>
          </div>
          <p className="notice-address">{shortLink}</p>
          <ul className="notice-strips">
            {strips.map((strip) => (
              <li key={strip} aria-hidden={strip > 1 || undefined}>
                <svg viewBox={`0 0 ${code.size} ${code.size}`} width="110" aria-hidden="true">
                  <use href="#code" />
                </svg>
                <p>
                  <b>{name}</b> <b>{price}</b> <span>{shortLink}</span>
                </p>
              </li>
            ))}
          </ul>
        </article>
      </section>
    </>
  );
}
