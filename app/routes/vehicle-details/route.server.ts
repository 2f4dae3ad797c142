import { json, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { findSimilarOffers } from '~/domain/browse/similar-offers.server';
import type { Offer, VehicleRecord } from '~/domain/catalogue/vehicle';
import { findOffer, findStockRecord } from '~/domain/catalogue/vehicle.queries.server';
import { formatTransmission } from '~/domain/catalogue/vehicle-labels';
import { calculateDefaultEmi } from '~/domain/content/finance-content.server';
import { readSafetyAdvice } from '~/domain/content/support-content.server';
import { getDrawingPath } from '~/domain/photos/drawing';
import type { Listing } from '~/domain/listings/listing';
import {
  formatStatedPapers,
  formatVerdict,
  formatVerdictMethod,
  type JudgedPrice,
} from '~/domain/listings/listing-facts';
import { findManufacturerSpecification } from '~/domain/listings/models.server';
import { judgePrice } from '~/domain/listings/similar-prices.server';
import { getOnRoadChoice } from '~/domain/on-road/on-road.server';
import { findState, type State } from '~/domain/places/places.server';
import { findSeatHeight } from '~/domain/seat-height/seat-height.queries.server';
import type { Actor } from '~/domain/shared/actor';
import { toDay } from '~/domain/shared/dates';
import { mayUse } from '~/domain/shared/permissions';
import { findEditPreview } from '~/domain/stock/stock-preview.server';
import { isOwnVehicle } from '~/domain/used-vehicles/own-vehicle.server';
import { readState } from '~/http/cookies/city.server';
import { getActor } from '~/http/actor.server';
import { getPublicOrigin, type Runtime, countView } from '~/http/runtime.server';
import { readPictureNumber } from '~/http/url-params';
import { deskPaths, paths } from '~/paths';
import type { ListingNotesProps } from './listing-notes';
import { toOfferCard } from '~/ui/vehicles/offer-list';
import { createOfferPreview } from '~/ui/vehicles/offer-preview';
import type { Details, LinkedData, OfferText, Pictures } from './details';
import { createListingText, createVehicleText } from './details-text';
import { loadReviews } from './vehicle-reviews.server';
import { createGoneResponse } from '~/http/gone-offer.server';

/** A figure with its unit: a UN/CEFACT code where there is one, as schema.org requires. Omitted when null. */
const createQuantity = (value: number | null, unit: { code: string } | { text: string }): LinkedData | undefined =>
  value === null
    ? undefined
    : { '@type': 'QuantitativeValue', value, ...('code' in unit ? { unitCode: unit.code } : { unitText: unit.text }) };

const millimetres = { code: 'MMT' };
const kilometres = { code: 'KMT' };

const availability = { inStock: 'InStock', soldOut: 'SoldOut' } as const;
const schemaUrl = (name: string): string => `https://schema.org/${name}`;

function createOfferNode(
  priceRupees: number,
  url: string,
  isUsed: boolean,
  state: keyof typeof availability,
): LinkedData {
  return {
    '@type': 'Offer',
    url,
    price: priceRupees,
    priceCurrency: 'INR',
    availability: schemaUrl(availability[state]),
    itemCondition: schemaUrl(isUsed ? 'UsedCondition' : 'NewCondition'),
    areaServed: 'IN',
  };
}

/** A vehicle on sale has an offer; an upcoming one has its expected date instead. */
function createVehicleNode(vehicle: VehicleRecord, url: string): LinkedData {
  const isUsed = vehicle.stock === 'used';
  return {
    brand: { '@type': 'Brand', name: vehicle.brand },
    bodyType: vehicle.segment ?? vehicle.type,
    vehicleConfiguration: vehicle.variant ?? undefined,
    fuelType: vehicle.fuel,
    fuelEfficiency: createQuantity(vehicle.mileageKmpl, { text: 'km/l' }),
    fuelCapacity: createQuantity(vehicle.tankLitres, { code: 'LTR' }),
    vehicleEngine:
      vehicle.engineCc === null && vehicle.powerPs === null
        ? undefined
        : {
            '@type': 'EngineSpecification',
            engineDisplacement: createQuantity(vehicle.engineCc, { code: 'CMQ' }),
            enginePower: createQuantity(vehicle.powerPs, { text: 'PS' }),
            torque: createQuantity(vehicle.torqueNm, { code: 'NU' }),
          },
    vehicleTransmission: formatTransmission(vehicle) ?? undefined,
    speed: createQuantity(vehicle.topSpeedKmph, { code: 'KMH' }),
    accelerationTime:
      vehicle.acceleration0to60s === null
        ? undefined
        : { ...createQuantity(vehicle.acceleration0to60s, { code: 'SEC' }), valueReference: '0-60 km/h' },
    seatingCapacity: vehicle.seating ?? undefined,
    weight: createQuantity(vehicle.kerbWeightKg, { code: 'KGM' }),
    depth: createQuantity(vehicle.lengthMm, millimetres),
    width: createQuantity(vehicle.widthMm, millimetres),
    height: createQuantity(vehicle.heightMm, millimetres),
    wheelbase: createQuantity(vehicle.wheelbaseMm, millimetres),
    color: vehicle.colourways.map(({ name }) => name).join(', ') || undefined,
    vehicleModelDate: vehicle.modelYear === null ? undefined : String(vehicle.modelYear),
    mileageFromOdometer: isUsed ? createQuantity(vehicle.kilometresDriven, kilometres) : undefined,
    numberOfPreviousOwners: vehicle.owners ?? undefined,
    releaseDate: isUsed ? undefined : (vehicle.launchDay ?? undefined),
    offers:
      vehicle.stock === 'upcoming'
        ? undefined
        : createOfferNode(vehicle.priceRupees, url, isUsed, vehicle.availability === 'sold' ? 'soldOut' : 'inStock'),
  };
}

const createListingNode = (listing: Listing, url: string): LinkedData => ({
  brand: { '@type': 'Brand', name: listing.brand },
  bodyType: listing.kind === 'bike' ? 'Bike' : 'Scooter',
  fuelType: listing.type,
  fuelEfficiency: listing.type === 'Petrol' ? createQuantity(listing.mileage || null, { text: 'km/l' }) : undefined,
  speed: createQuantity(listing.topSpeed, { code: 'KMH' }),
  vehicleModelDate: String(listing.year),
  mileageFromOdometer: createQuantity(listing.kilometresDriven, kilometres),
  numberOfPreviousOwners: listing.ownerNumber ?? undefined,
  offers: createOfferNode(listing.presentPrice, url, true, listing.availability === 'sold' ? 'soldOut' : 'inStock'),
});

type Page = {
  /** Absolute URLs. */
  url: string;
  images: string[];
  description: string;
};

/** An offer for search engines: a schema.org Motorcycle, which is a Vehicle and so a Product. */
function createStructuredData(offer: Offer, { url, images, description }: Page): LinkedData {
  const { id, name, rating, reviewCount } = offer.kind === 'vehicle' ? offer.vehicle : offer.listing;
  return {
    '@context': 'https://schema.org',
    '@type': ['Product', 'Motorcycle'],
    '@id': url,
    url,
    name,
    sku: id,
    description,
    image: images,
    ...(offer.kind === 'vehicle' ? createVehicleNode(offer.vehicle, url) : createListingNode(offer.listing, url)),
    // Only riders' own reviews: built-in ratings are samples, and not published as facts.
    aggregateRating: rating === null ? undefined : { '@type': 'AggregateRating', ratingValue: rating, reviewCount },
  };
}

const getPictureFiles = (pictures: Pictures): string[] =>
  pictures.kind === 'photos'
    ? pictures.photos.map(({ src }) => src)
    : pictures.colourways.map((colourway) => getDrawingPath(pictures.bodyStyle, colourway, 'png'));

/** The site's own offers, and those of the actor, cannot be reported. */
function getReportSubject(offer: Offer, { user }: Actor): Details['reportedAs'] {
  if (offer.kind === 'listing') return offer.listing.isSample || offer.listing.isMine ? null : 'listing';
  const { owner } = offer.vehicle;
  return owner && owner.id !== user?.id ? 'vehicle' : null;
}

/** @returns null for an offer that no seller describes */
function findNotes({ clock }: Runtime, offer: Offer, judged: JudgedPrice | null): ListingNotesProps | null {
  const today = toDay(clock());
  if (offer.kind === 'vehicle') {
    const { vehicle } = offer;
    if (vehicle.stock !== 'used') return null;
    const papers = formatStatedPapers({ ...vehicle, hideLicenseDigits: vehicle.hideNumberDigits }, today);
    return { verdict: null, papers, specification: null };
  }
  const { listing } = offer;
  return {
    verdict: judged && { text: formatVerdict(judged), method: formatVerdictMethod(listing) },
    papers: formatStatedPapers(listing, today),
    specification: findManufacturerSpecification(listing),
  };
}

/** Similar offers of a listing are second-hand ones. */
const getStock = (sale: OfferText['sale']): VehicleRecord['stock'] =>
  sale === 'listed' || sale === 'sold' ? 'used' : sale;

/** A vehicle that is not public, as its buyers will see it. @returns null for those who may not see it */
function findPreview({ db }: Runtime, id: string, { user }: Actor): Offer | null {
  const vehicle = mayUse(user, 'read') ? findStockRecord(db, id) : null;
  return vehicle && { kind: 'vehicle', vehicle };
}

/** @returns null when `id` is not that of a public vehicle or listing */
function loadDetails(request: Request, runtime: Runtime, id: string): Details | null {
  const { searchParams } = new URL(request.url);
  const actor = getActor(request, runtime);
  const publicOffer = findOffer(runtime.db, id, actor);
  const form = searchParams.get('preview');
  const edited =
    form !== null && mayUse(actor.user, 'stock') ? findEditPreview(runtime.db, form, id, runtime.clock()) : null;
  const offer: Offer | null = edited
    ? { kind: 'vehicle', vehicle: edited }
    : (publicOffer ?? (form === null ? null : findPreview(runtime, id, actor)));
  if (!offer) return null;
  const text =
    offer.kind === 'vehicle'
      ? createVehicleText(offer.vehicle, isOwnVehicle(offer.vehicle, actor), runtime.clock())
      : createListingText(offer.listing, runtime.clock());
  const origin = getPublicOrigin(request, runtime);
  const images = getPictureFiles(text.pictures).map((path) => origin + path);
  const image = readPictureNumber(searchParams, 'image', images.length) ?? 1;
  const photo =
    text.pictures.kind === 'photos' ? readPictureNumber(searchParams, 'photo', text.pictures.photos.length) : null;
  const judged = offer.kind === 'listing' ? judgePrice(runtime.db, offer.listing) : null;
  const preview = createOfferPreview(offer, origin, image);
  const reviews = loadReviews(request, runtime, actor, offer);
  const reported = getReportSubject(offer, actor);
  const isForSale = text.sale !== 'upcoming' && text.sale !== 'sold';
  return {
    ...text,
    isPublic: publicOffer !== null && !edited,
    previewKey: edited || !publicOffer ? form : null,
    unsaved: edited && form && deskPaths.stockItem(findStockRecord(runtime.db, id) ? id : 'new', { form }),
    image,
    photo,
    publicLink: text.sale === 'new' || text.sale === 'upcoming' ? null : origin + paths.vehicle(id),
    judged,
    monthlyRupees: isForSale ? calculateDefaultEmi(runtime.db, text.priceRupees).emi : null,
    hasSeatHeight: text.sale !== 'sold' && findSeatHeight(offer) !== null,
    onRoad: loadOnRoad(runtime, offer, searchParams.get('state'), readState(request)),
    reviews,
    reportedAs: reported,
    notes: findNotes(runtime, offer, judged),
    advice: reported && text.sale !== 'sold' ? readSafetyAdvice(runtime.db) : [],
    // The breakdown of the on-road price takes up the space of the similar offers in the first flight.
    related: searchParams.has('state')
      ? []
      : findSimilarOffers(runtime.db, { ...text, stock: getStock(text.sale) }, actor).map(toOfferCard),
    preview,
    // Search engines index the page without a state.
    structured:
      text.isSampleListing || !publicOffer || edited || searchParams.has('state') || photo !== null
        ? null
        : createStructuredData(offer, {
            url: origin + paths.vehicle(id),
            images,
            description: preview.summary,
          }),
  };
}

/**
 * @param requested name or code of a state, `any` for the choice of one; null when the breakdown is closed
 * @param own state of the visitor's city, the default
 */
function loadOnRoad({ db }: Runtime, offer: Offer, requested: string | null, own: State | null): Details['onRoad'] {
  const state = findState(requested ?? '') ?? own;
  const choice = offer.kind === 'vehicle' ? getOnRoadChoice(db, offer.vehicle, state) : null;
  return choice && { ...choice, isOpen: requested !== null };
}

/** Closed without a vehicle (docs/product.md, "Vehicle details"). */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { runtime } = context;
  const { searchParams } = new URL(request.url);
  const id = searchParams.get('vehicle');
  if (!id) throw redirect(paths.entrance());
  const details = loadDetails(request, runtime, id);
  if (!details) throw createGoneResponse(request, runtime, id);
  // It has no such photo any more.
  if (searchParams.has('photo') && details.photo === null) throw redirect(paths.vehicle(id));
  if (details.own === null && details.photo === null && details.isPublic) countView(details.id, request, context);
  return json(details);
}
