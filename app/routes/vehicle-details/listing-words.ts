import { placeText, withUnit } from '~/domain/catalogue/vehicle-texts';
import type { Listing } from '~/domain/listings/listing';
import { countText, priceText } from '~/domain/money';
import { photoSources } from '~/domain/photos/photo-address';
import { paths } from '~/paths';
import { mileageText } from '~/ui/vehicles/listing-card';
import type { Fact, FactGroup, OfferWords } from './details';

const known = (rows: readonly { name: string; value: string | null; look?: Fact['look'] }[]): Fact[] =>
  rows.flatMap(({ value, ...row }) => (value === null ? [] : { ...row, value }));

/** All that a seller has told, in the same groups as a used vehicle of the catalogue. */
function factsOf(listing: Listing): FactGroup[] {
  return [
    {
      title: 'Condition',
      facts: known([
        { name: 'Condition', value: listing.condition, look: 'chip' },
        { name: 'Kilometers', value: withUnit(listing.kilometresDriven, 'km') },
        { name: 'Fuel type', value: listing.type },
        { name: 'Days used', value: countText(listing.daysUsed) },
        { name: 'Year', value: String(listing.year) },
        { name: 'Number plate', value: listing.license, look: 'plate' },
        { name: 'Owner number', value: listing.ownerNumber === null ? null : String(listing.ownerNumber) },
        { name: 'Seller', value: listing.seller.name },
      ]),
    },
    {
      title: 'Specifications',
      facts: known([
        { name: 'Mileage', value: mileageText(listing) },
        { name: 'Top speed', value: `${listing.topSpeed} km/h` },
        { name: 'Engine capacity', value: listing.engineCapacity },
        { name: 'Battery capacity', value: listing.batteryCapacity },
      ]),
    },
  ];
}

const milestoneOf = ({ kilometresDriven, daysUsed }: Listing): OfferWords['milestone'] =>
  kilometresDriven === null
    ? { name: 'Days used', value: countText(daysUsed), unit: 'days' }
    : { name: 'Kilometers', value: countText(kilometresDriven), unit: 'km' };

/** What the screen says of a listing of the sell screens. */
export function listingWords(listing: Listing): OfferWords {
  const { kind, name, drawing, photos, year, condition, presentPrice, pastPrice } = listing;
  const type = kind === 'bike' ? 'Bike' : 'Scooter';
  const place = placeText(listing);
  return {
    id: listing.id,
    name,
    sale: listing.availability === 'sold' ? 'sold' : 'listed',
    type,
    isElectric: listing.type === 'Electric',
    isSampleListing: listing.isSample,
    ownHref: listing.isMine ? paths.listing(kind, listing.id) : null,
    pictures:
      photos.length > 0
        ? { kind: 'photos', photos: photos.map(photoSources) }
        : { kind: 'colourways', bodyStyle: drawing.bodyStyle, colourways: [{ name: '', ...drawing }] },
    lengthMm: null,
    milestone: milestoneOf(listing),
    plate: listing.license,
    condition,
    facts: [listing.brand, String(year)],
    sampleRating: null,
    description: listing.description,
    priceRupees: presentPrice,
    originalPriceRupees: pastPrice,
    priceFacts: [place, listing.ownerNumber === 1 ? 'First owner' : null].filter((fact) => fact !== null),
    offers: [],
    groups: factsOf(listing),
    features: listing.features,
    backHref: paths.sellList(kind),
    others: {
      text: `Second Hand ${type}s`,
      href: kind === 'bike' ? paths.usedBikes() : paths.usedScooters(),
    },
    title: `Used ${name}, ${year}`,
    summary: `${priceText(presentPrice)}, ${[place, `${countText(listing.daysUsed)} days used`, mileageText(listing)]
      .filter((fact) => fact !== null)
      .join(', ')}. Condition: ${condition}.`,
  };
}
