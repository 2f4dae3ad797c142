import type { Asker } from '~/domain/asker';
import { drawingPath } from '~/domain/catalogue/drawing-address';
import { relatedVehicles } from '~/domain/catalogue/related-vehicles.server';
import type { Offer } from '~/domain/catalogue/vehicle-record';
import { findOffer } from '~/domain/catalogue/vehicle-record-queries.server';
import { fraudAdvice } from '~/domain/content/fraud-advice.server';
import { isOwnVehicle } from '~/domain/used-vehicles/held-vehicle.server';
import { usualEmi } from '~/domain/finance/usual-emi.server';
import { askerOf } from '~/http/asker.server';
import { publicOrigin } from '~/http/public-origin.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import type { Details, OfferWords, Pictures } from './details';
import { listingWords } from './listing-words';
import { loadReviews } from './load-reviews.server';
import { structuredData } from './structured-data';
import { vehicleWords } from './vehicle-words';

/** The pictures as files of their own, for whoever shows them elsewhere. */
const pictureFiles = (pictures: Pictures): string[] =>
  pictures.kind === 'photos'
    ? pictures.photos.map(({ src }) => src)
    : pictures.colourways.map((colourway) => drawingPath(pictures.bodyStyle, colourway, 'png'));

/** A picture of the vehicle from 1; the first for anything that is none. */
function pictureNumber(asked: string | null, pictures: number): number {
  const image = Number(asked);
  return Number.isInteger(image) && image >= 1 && image <= pictures ? image : 1;
}

/** What others like it are like, as the catalogue tells them apart. */
const kinOf = ({ id, type, sale, priceRupees }: OfferWords) => ({
  id,
  type,
  stock: sale === 'listed' || sale === 'sold' ? 'used' : sale,
  priceRupees,
});

/** What the site itself offers, and what is the asker's own, has nobody to report. */
function reportedAs(offer: Offer, { user }: Asker): Details['reportedAs'] {
  if (offer.kind === 'listing') return offer.listing.isSample || offer.listing.isMine ? null : 'listing';
  const { owner } = offer.vehicle;
  return owner && owner.id !== user?.id ? 'vehicle' : null;
}

/** @returns null when no vehicle and no listing has the id that the address names */
export function loadDetails(request: Request, runtime: Runtime): Details | null {
  const { searchParams } = new URL(request.url);
  const id = searchParams.get('vehicle');
  const asker = askerOf(request, runtime);
  const offer = id ? findOffer(runtime.db, id, asker) : null;
  if (!id || !offer) return null;
  const words =
    offer.kind === 'vehicle'
      ? vehicleWords(offer.vehicle, isOwnVehicle(offer.vehicle, asker))
      : listingWords(offer.listing);
  const origin = publicOrigin(request, runtime);
  const images = pictureFiles(words.pictures).map((path) => origin + path);
  const image = pictureNumber(searchParams.get('image'), images.length);
  const reviews = loadReviews(request, runtime, asker, offer);
  const reported = reportedAs(offer, asker);
  const isForSale = words.sale !== 'upcoming' && words.sale !== 'sold';
  return {
    ...words,
    image,
    monthlyRupees: isForSale ? usualEmi(words.priceRupees).emi : null,
    reviews,
    reportedAs: reported,
    advice: reported && words.sale !== 'sold' ? fraudAdvice : [],
    related: relatedVehicles(runtime.db, kinOf(words)),
    previewPicture: images[image - 1] ?? '',
    structured: words.isSampleListing
      ? null
      : structuredData(offer, {
          url: origin + paths.vehicle(id),
          images,
          description: words.summary,
          reviews: reviews.summary,
        }),
  };
}
