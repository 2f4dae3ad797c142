import type { Database } from '~db/connection';
import type { PublicSubject } from '~db/enums';
import { memoizePrepared } from '~db/statements';
import { findRecordsById, findVehicleSummaries } from '../catalogue/vehicle.queries.server';
import { type Drawing, getColours } from '../photos/drawing';
import type { Listing } from '../listings/listing';
import { findListingsById } from '../listings/listing.queries.server';
import { findOddValues } from '../listings/usual-values.server';
import { anonymous } from '../shared/actor';
import { formatCount, formatRupees } from '../shared/money';

export type ModerationFacts = {
  /** '₹88,000'; of a review '1 of 5'. */
  figure: string;
  /** '2021 · 18,400 km · Pune' */
  facts: string;
  /** Hash of the first photo; null without photos. */
  photo: string | null;
  /** In place of a photo; null for a review. */
  drawing: Drawing | null;
  /** Why it deserves a look. */
  remarks: readonly string[];
};

const phoneNumber = /(?<!\d)[6-9](?:[\s.-]?\d){9}(?!\d)/;
const address = /https?:|www\.|\w@\w/i;

const remarkOn = (text: string): string[] => [
  ...(phoneNumber.test(text) ? ['Phone number in the text'] : []),
  ...(address.test(text) ? ['Link or email in the text'] : []),
];

const remarkOnPhoto = (photo: object | null | undefined): string[] => (photo ? [] : ['No photo']);

const joinFacts = (facts: readonly (string | number | null)[]): string =>
  facts.filter((fact) => fact !== null).join(' · ');

const formatKilometres = (kilometres: number | null): string | null =>
  kilometres === null ? null : `${formatCount(kilometres)} km`;

const statements = memoizePrepared(({ $client }) => ({
  withSharedPhoto: $client
    .prepare<[string], string>(
      `SELECT ids.value FROM json_each(?) AS ids WHERE EXISTS (
         SELECT 1 FROM listing_photos own CROSS JOIN listing_photos copy
          WHERE own.listing_id = ids.value AND copy.photo_hash = own.photo_hash AND copy.listing_id <> own.listing_id)`,
    )
    .pluck(),
  // A cross join, because the planner may prefer to read all reviews.
  reviews: $client.prepare<[string], { id: string; rating: number; text: string }>(
    `SELECT reviews.id, rating, concat_ws(': ', title, comment) AS text FROM json_each(?) AS ids
       CROSS JOIN reviews ON reviews.id = ids.value`,
  ),
}));

/** The licence number is masked here if its seller hides digits, and would look odd. */
const findQuestions = (listing: Listing, now: Date): string[] =>
  findOddValues(listing, now)
    .filter(({ field }) => field !== 'license' || !listing.hideLicenseDigits)
    .map(({ question }) => question);

function findFactsOfListings(db: Database, ids: readonly string[], now: Date): [string, ModerationFacts][] {
  const shared = new Set(statements(db).withSharedPhoto.all(JSON.stringify(ids)));
  return findListingsById(db, ids, anonymous, { areHiddenShown: true }).map((listing) => [
    listing.id,
    {
      figure: formatRupees(listing.presentPrice),
      facts: joinFacts([listing.year, formatKilometres(listing.kilometresDriven), listing.city]),
      photo: listing.photos[0]?.hash ?? null,
      drawing: listing.drawing,
      remarks: [
        ...findQuestions(listing, now),
        ...remarkOnPhoto(listing.photos[0]),
        ...(shared.has(listing.id) ? ['The same photo is in another listing'] : []),
        ...remarkOn(`${listing.name} ${listing.description ?? ''}`),
      ],
    },
  ]);
}

function findFactsOfVehicles(db: Database, ids: readonly string[]): [string, ModerationFacts][] {
  const texts = new Map(findRecordsById(db, ids).map(({ id, description }) => [id, description]));
  return findVehicleSummaries(db, ids, { areHiddenShown: true }).map((vehicle) => [
    vehicle.id,
    {
      figure: formatRupees(vehicle.priceRupees),
      facts: joinFacts([formatKilometres(vehicle.kilometresDriven), vehicle.city]),
      photo: vehicle.photo?.hash ?? null,
      drawing: { bodyStyle: vehicle.bodyStyle, ...getColours(vehicle) },
      remarks: [...remarkOnPhoto(vehicle.photo), ...remarkOn(`${vehicle.name} ${texts.get(vehicle.id) ?? ''}`)],
    },
  ]);
}

const maxQuoted = 160;

const quote = (text: string): string => (text.length <= maxQuoted ? text : `${text.slice(0, maxQuoted)}…`);

const findFactsOfReviews = (db: Database, ids: readonly string[]): [string, ModerationFacts][] =>
  statements(db)
    .reviews.all(JSON.stringify(ids))
    .map(({ id, rating, text }) => [
      id,
      { figure: `${rating} of 5`, facts: quote(text), photo: null, drawing: null, remarks: remarkOn(text) },
    ]);

/** What an operator has to see of items to approve them, by their ids; for operators only. */
export function findModerationFacts(
  db: Database,
  subject: PublicSubject,
  ids: readonly string[],
  now: Date,
): ReadonlyMap<string, ModerationFacts> {
  if (subject === 'listing') return new Map(findFactsOfListings(db, ids, now));
  return new Map(subject === 'vehicle' ? findFactsOfVehicles(db, ids) : findFactsOfReviews(db, ids));
}
