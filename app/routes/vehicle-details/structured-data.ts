import type { Offer, VehicleRecord } from '~/domain/catalogue/vehicle';
import { transmissionText } from '~/domain/catalogue/vehicle-labels';
import type { Listing } from '~/domain/listings/listing';

/** JSON-LD; undefined values are left out. */
export type LinkedData = { [name: string]: string | number | string[] | LinkedData | undefined };

/** A figure with its unit: a UN/CEFACT code where there is one, as schema.org requires. Null leaves it out. */
const quantity = (value: number | null, unit: { code: string } | { text: string }): LinkedData | undefined =>
  value === null
    ? undefined
    : { '@type': 'QuantitativeValue', value, ...('code' in unit ? { unitCode: unit.code } : { unitText: unit.text }) };

const millimetres = { code: 'MMT' };
const kilometres = { code: 'KMT' };

const availability = { inStock: 'InStock', soldOut: 'SoldOut' } as const;
const schemaUrl = (name: string): string => `https://schema.org/${name}`;

function offerNode(priceRupees: number, url: string, isUsed: boolean, state: keyof typeof availability): LinkedData {
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
function vehicleNode(vehicle: VehicleRecord, url: string): LinkedData {
  const isUsed = vehicle.stock === 'used';
  return {
    brand: { '@type': 'Brand', name: vehicle.brand },
    bodyType: vehicle.segment ?? vehicle.type,
    vehicleConfiguration: vehicle.variant ?? undefined,
    fuelType: vehicle.fuel,
    fuelEfficiency: quantity(vehicle.mileageKmpl, { text: 'km/l' }),
    fuelCapacity: quantity(vehicle.tankLitres, { code: 'LTR' }),
    vehicleEngine:
      vehicle.engineCc === null && vehicle.powerPs === null
        ? undefined
        : {
            '@type': 'EngineSpecification',
            engineDisplacement: quantity(vehicle.engineCc, { code: 'CMQ' }),
            enginePower: quantity(vehicle.powerPs, { text: 'PS' }),
            torque: quantity(vehicle.torqueNm, { code: 'NU' }),
          },
    vehicleTransmission: transmissionText(vehicle) ?? undefined,
    speed: quantity(vehicle.topSpeedKmph, { code: 'KMH' }),
    accelerationTime:
      vehicle.acceleration0to60s === null
        ? undefined
        : { ...quantity(vehicle.acceleration0to60s, { code: 'SEC' }), valueReference: '0-60 km/h' },
    seatingCapacity: vehicle.seating ?? undefined,
    weight: quantity(vehicle.kerbWeightKg, { code: 'KGM' }),
    depth: quantity(vehicle.lengthMm, millimetres),
    width: quantity(vehicle.widthMm, millimetres),
    height: quantity(vehicle.heightMm, millimetres),
    wheelbase: quantity(vehicle.wheelbaseMm, millimetres),
    color: vehicle.colourways.map(({ name }) => name).join(', ') || undefined,
    vehicleModelDate: vehicle.modelYear === null ? undefined : String(vehicle.modelYear),
    mileageFromOdometer: isUsed ? quantity(vehicle.kilometresDriven, kilometres) : undefined,
    numberOfPreviousOwners: vehicle.owners ?? undefined,
    releaseDate: isUsed ? undefined : (vehicle.launchDay ?? undefined),
    offers: vehicle.stock === 'upcoming' ? undefined : offerNode(vehicle.priceRupees, url, isUsed, 'inStock'),
  };
}

const listingNode = (listing: Listing, url: string): LinkedData => ({
  brand: { '@type': 'Brand', name: listing.brand },
  bodyType: listing.kind === 'bike' ? 'Bike' : 'Scooter',
  fuelType: listing.type,
  fuelEfficiency: listing.type === 'Petrol' ? quantity(listing.mileage, { text: 'km/l' }) : undefined,
  speed: quantity(listing.topSpeed, { code: 'KMH' }),
  vehicleModelDate: String(listing.year),
  mileageFromOdometer: quantity(listing.kilometresDriven, kilometres),
  numberOfPreviousOwners: listing.ownerNumber ?? undefined,
  offers: offerNode(listing.presentPrice, url, true, listing.availability === 'sold' ? 'soldOut' : 'inStock'),
});

type Page = {
  /** Absolute URLs. */
  url: string;
  images: string[];
  description: string;
};

/** An offer for search engines: a schema.org Motorcycle, which is a Vehicle and so a Product. */
export function structuredData(offer: Offer, { url, images, description }: Page): LinkedData {
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
    ...(offer.kind === 'vehicle' ? vehicleNode(offer.vehicle, url) : listingNode(offer.listing, url)),
    // Of riders' own reviews: built-in ratings are samples, and not published as facts.
    aggregateRating: rating === null ? undefined : { '@type': 'AggregateRating', ratingValue: rating, reviewCount },
  };
}
