import { eq, getTableColumns, getTableName, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import {
  accountRecoveryCodes,
  authenticators,
  manageKeys,
  pendingSignIns,
  recoveryCodes,
  sessions,
  signInAttempts,
  teamInvites,
  users,
} from '~db/schema/accounts';
import {
  appointmentMoves,
  appointments,
  branches,
  branchHours,
  branchSlots,
  closedDays,
} from '~db/schema/appointments';
import {
  blockedSenders,
  conversationMessages,
  conversations,
  heldReplies,
  leadSources,
} from '~db/schema/conversations';
import {
  auditEvents,
  deskBlocks,
  deskFollowUps,
  deskNotes,
  deskRequests,
  removalNotices,
  reports,
  savedReplies,
} from '~db/schema/desk';
import {
  favourites,
  itemViews,
  missedSearches,
  reviewHelpfulVotes,
  reviews,
  savedSearches,
  sourceCounts,
  stockViews,
} from '~db/schema/engagement';
import { listingChanges, listingCounters, listingPhotos, listingPrices, listings } from '~db/schema/listings';
import { draftPhotos, photoRenditions, photos } from '~db/schema/photos';
import { places, roadTaxBands, roadTaxRates } from '~db/schema/places';
import { contactCounters, contactMessages, contactTags, feedback, serviceRequests } from '~db/schema/requests';
import { searchChanges } from '~db/schema/search';
import {
  contentRevision,
  idempotencyKeys,
  mailStops,
  mails,
  seeds,
  settingDrafts,
  settingVersions,
  shopLogos,
  siteClock,
  siteKeys,
  siteSetup,
  teamNotices,
} from '~db/schema/site';
import { imports, photoUploads, stockChangePhotos, stockChanges } from '~db/schema/stock';
import { brandLogos, brands, vehicleColourways, vehiclePhotos, vehicles } from '~db/schema/vehicles';
import { pushSubscriptions, webhookDeliveries, webhooks } from '~db/schema/webhooks';
import { inviteDays } from '../accounts/account';
import { sessionDays } from '../accounts/sessions.server';
import { removalRetentionDays, snapshotRetentionDays } from '../listings/listing-changes.server';
import { offerFieldNames, personalFieldNames } from '../listings/offer-fields';
import { unusedPhotoHours } from '../photos/photo';
import { visitorSearchDays } from '../saved/saved-searches.server';
import { dayMs } from '../shared/dates';
import { retentionHours } from '../shared/run-command.server';

/* Privacy page, export and deletion derive from it; lists every column (docs/product.md, "Personal data"). */

export type Retention = {
  /** Milliseconds that messages, conversations, service requests and appointments are kept; null for as long as the site exists. */
  messages: number | null;
  /** Milliseconds for which sent mails are recorded; null: forever; absent: the site sends no mail. */
  mails?: number | null;
  /** Milliseconds until the last backup with deleted data is deleted too; null: the site makes no backups itself. */
  backups: number | null;
};

/** Names of columns between spaces, as the schema spells them. */
type Columns = {
  /** Data that identify a person or were written by one. */
  personal?: string;
  /** Other facts of the row; exported with it. */
  impersonal?: string;
  /** Columns that only protect the account, or are derived from others; not exported. */
  internal?: string;
  owner?: string;
  /** Name of the rows in the export of own data; absent: exported with other rows, or not exported. */
  exportAs?: string;
  /** `leave`: conversations are handled separately, or no account owns the row. */
  afterOwner?: 'delete' | 'unlink' | 'leave';
  ageBy?: string;
};

export type StoredTable = Columns & { table: SQLiteTable };

export type StoredData = {
  title: string;
  what: string;
  why: string;
  kept: (retention: Retention) => string;
  /** Whether the site stores it, depending on its settings; absent: always. */
  isStored?: (retention: Retention) => boolean;
  tables: readonly StoredTable[];
};

const formatDays = (milliseconds: number): string => {
  const days = Math.round(milliseconds / dayMs);
  return days % 365 === 0 ? `${days / 365} ${days === 365 ? 'year' : 'years'}` : `${days} days`;
};

const formatWithAccount = (): string => 'Until you delete it, or your account.';
const formatMessageTime = ({ messages }: Retention): string =>
  messages === null ? '' : `, ${formatDays(messages)} at most`;

const otherListingFields = offerFieldNames.filter((name) => !personalFieldNames.includes(name));

export const storedData: readonly StoredData[] = [
  {
    title: 'Your account',
    what: 'Name, email, phone, gender and location; your password as an irreversible hash.',
    why: 'To sign you in, and to fill forms in.',
    kept: () => 'Until you delete your account.',
    tables: [
      {
        table: users,
        personal: 'name email phone gender location',
        impersonal: 'id isGenderGiven role blockedAt blockedReason createdAt updatedAt version',
        internal: 'emailKey passwordHash withoutShortcuts',
        owner: 'id',
        exportAs: 'account',
        afterOwner: 'delete',
      },
    ],
  },
  {
    title: 'Signing in',
    what: 'For each device its kind and when it was last seen; the secret of two-step sign-in; recovery codes and failed attempts as hashes; the email that an invitation to our team is for.',
    why: 'To keep you signed in, and others out.',
    kept: () =>
      `${sessionDays} days after the last visit; an access token until it ends; a failed attempt for hours; an invitation ${inviteDays} days at most.`,
    tables: [
      {
        table: sessions,
        personal: 'label',
        impersonal: 'kind scope withoutDesk createdAt lastSeenAt expiresAt',
        internal: 'id tokenHash userId passwordConfirmedAt',
        owner: 'userId',
        exportAs: 'sessions',
        afterOwner: 'delete',
      },
      { table: authenticators, internal: 'userId secret lastStep createdAt', owner: 'userId', afterOwner: 'delete' },
      {
        table: accountRecoveryCodes,
        impersonal: 'origin keptAt expiresAt createdAt',
        internal: 'userId codeHash',
        owner: 'userId',
        exportAs: 'recoveryCodes',
        afterOwner: 'delete',
      },
      // Deleted with the authenticator.
      { table: recoveryCodes, internal: 'userId codeHash' },
      { table: pendingSignIns, internal: 'ticketHash userId expiresAt', owner: 'userId', afterOwner: 'delete' },
      { table: siteSetup, internal: 'id tokenHash ownerId createdAt', owner: 'ownerId', afterOwner: 'delete' },
      {
        table: teamInvites,
        personal: 'email',
        internal: 'id tokenHash role invitedBy createdAt expiresAt',
        owner: 'invitedBy',
        afterOwner: 'delete',
      },
      { table: signInAttempts, internal: 'id accountHash addressHash createdAt' },
    ],
  },
  {
    title: 'Webhooks',
    what: 'Addresses of programs that you want to be told of events, and which events they were sent.',
    why: 'To tell your programs.',
    kept: () => 'Until you delete them, or your account; that an event was sent, for days.',
    tables: [
      {
        table: webhooks,
        personal: 'url',
        impersonal: 'id events failingSince pausedAt createdAt',
        internal: 'userId bikePosition scooterPosition secretNumber rotatedAt',
        owner: 'userId',
        exportAs: 'webhooks',
        afterOwner: 'delete',
      },
      // Deleted with the webhook.
      {
        table: webhookDeliveries,
        internal: 'id webhookId event aboutId previousPrice state attempts dueAt status createdAt queuedAt settledAt',
      },
    ],
  },
  {
    title: 'What you offer',
    what: 'Listings and vehicles: what you write about them, their photos without place and time, and former prices.',
    why: 'To show them to buyers. The licence number is shown without its last digits if you choose so.',
    kept: () =>
      `${formatWithAccount()} A photo that nothing shows any more for ${unusedPhotoHours} hours; that there was a listing, without its content, for ${removalRetentionDays} days; what everybody could read of it in the daily files of the API for ${snapshotRetentionDays} days.`,
    tables: [
      {
        table: listings,
        personal: `${personalFieldNames.join(' ')} place`,
        impersonal: `seq id kind ${otherListingFields.join(' ')} daysUsedAsOf features bodyStyle bodyColour accentColour isSample
          isPromoted rating reviewCount sampleRating sampleReviewCount viewCount availability soldAt confirmedAt isBehind
          position ownerUserId manageKeyId hiddenAt hiddenReason checkedAt createdAt updatedAt version`,
        internal: 'hasPhoto searchBrand',
        owner: 'ownerUserId',
        exportAs: 'listings',
        afterOwner: 'delete',
      },
      // These are deleted with their listing or vehicle.
      { table: listingPhotos, personal: 'photoHash', impersonal: 'listingId position' },
      { table: listingPrices, impersonal: 'listingId changedAt formerPrice' },
      { table: vehiclePhotos, personal: 'photoHash', impersonal: 'vehicleId position' },
      {
        table: vehicles,
        personal: 'description city state place registration numberPlate',
        impersonal: `seq id name brand variant type stock category bodyStyle segment fuel priceRupees originalPriceRupees
          priceIsExpected offers bankOfferRupees variants datedOffers launchDay launchDayIsExpected onSaleSince rating reviewCount
          sampleRating sampleReviewCount salesCount engineCc cylinders cooling motorPeakKw powerPs powerRpm torqueNm
          torqueRpm transmission gears topSpeedKmph acceleration0to60s mileageKmpl tankLitres batteryKwh rangeKm
          chargeHours kerbWeightKg lengthMm widthMm heightMm wheelbaseMm seatHeightMm groundClearanceMm seating brakes
          lights comfort compatibility tags highlights damages complaints estimated hasToolKit estimatedLifeYears
          condition kilometresDriven yearsUsed yearsUsedAsOf modelYear owners upkeep hideNumberDigits hasRc hasPuc
          insuranceUntil hasNoc isLoanCleared isCore isFeatured featuredOrder isPopular isInShowroom showroomTag isInsured
          emiPickOrder isBuiltIn externalId editedAt soldAt isDraft retiredAt ownerUserId hiddenAt hiddenReason checkedAt
          createdAt updatedAt version`,
        internal: 'searchBrand',
        owner: 'ownerUserId',
        exportAs: 'vehicles',
        afterOwner: 'delete',
      },
      { table: manageKeys, internal: 'id keyHash createdAt' },
      {
        table: listingChanges,
        internal: 'kind change listingId firstShown lastShown sold removedAt priced previousPrice',
      },
      { table: photos, internal: 'hash width height createdAt bytes source isUnused' },
      { table: photoRenditions, personal: 'webp', internal: 'photoHash width checksum' },
      { table: draftPhotos, internal: 'draftId position photoHash createdAt' },
      {
        table: removalNotices,
        personal: 'name',
        impersonal: 'id kind reason userId manageKeyId createdAt',
        owner: 'userId',
        exportAs: 'removals',
        afterOwner: 'delete',
      },
    ],
  },
  {
    title: 'Messages to us',
    what: 'Name, email, phone, what you write, and what our staff note about it.',
    why: 'To answer you.',
    kept: (retention) => `Until you delete your account${formatMessageTime(retention)}.`,
    tables: [
      {
        table: contactMessages,
        personal: 'name email phone subject message',
        impersonal:
          'id category priority source status aboutVehicleId aboutListingId userId createdAt updatedAt version',
        owner: 'userId',
        exportAs: 'messages',
        afterOwner: 'delete',
        ageBy: 'createdAt',
      },
      // These are deleted with their message, service request or feedback.
      { table: contactTags, internal: 'messageId tag' },
      {
        table: deskRequests,
        personal: 'subject name',
        internal: 'seq id kind status priority isUrgent waitingSince assigneeId createdAt',
      },
      { table: deskFollowUps, personal: 'nextStep', internal: 'requestId isFlagged isSpam dueOn' },
      { table: deskBlocks, personal: 'name', internal: 'senderHash createdAt until' },
      { table: deskNotes, personal: 'text', internal: 'id requestId operatorId createdAt' },
    ],
  },
  {
    title: 'Conversations with sellers, buyers and us',
    what: 'What both write, and the name, email and phone of the buyer’s form.',
    why: 'To pass it on and to answer; the other side sees an email or phone only when its owner shares it.',
    kept: (retention) =>
      `When you delete your account, what you wrote to others stays with them without a name${formatMessageTime(retention)}.`,
    tables: [
      {
        table: conversations,
        personal: 'buyerName buyerEmail buyerPhone subject',
        impersonal: `id deskRequestId listingId vehicleId listingName sellerUserId sellerKeyId buyerUserId buyerSharesPhone buyerSharesEmail
          sellerSharesPhone sellerSharesEmail buyerUnread sellerUnread isSuspect closedAt closedReason createdAt
          lastWrittenAt`,
        internal: 'buyerKeyHash buyerVisitorHash',
        ageBy: 'createdAt',
      },
      {
        table: conversationMessages,
        personal: 'text',
        impersonal: 'id conversationId side createdAt',
        internal: 'operatorId',
      },
      { table: leadSources, impersonal: 'conversationId source' },
      // Messages within seconds.
      { table: heldReplies, personal: 'text', impersonal: 'conversationId side sendAt' },
      {
        table: blockedSenders,
        personal: 'name',
        impersonal: 'id createdAt',
        internal: 'userId blockedUserId blockedVisitorHash blockedKeyId',
        owner: 'userId',
        exportAs: 'blockedSenders',
        afterOwner: 'delete',
      },
    ],
  },
  {
    title: 'Service requests and bookings',
    what: 'Name, email, phone, and your vehicle with its registration number.',
    why: 'To do the service, and to reach you about it.',
    kept: (retention) => `${formatWithAccount().slice(0, -1)}${formatMessageTime(retention)}.`,
    tables: [
      {
        table: serviceRequests,
        personal: 'contactName contactPhone contactEmail registrationNumber description',
        impersonal: `id userId serviceType vehicleType vehicleBrand vehicleModel vehicleYear preferredDay preferredTime urgency
          status createdAt updatedAt version`,
        owner: 'userId',
        exportAs: 'serviceRequests',
        afterOwner: 'delete',
        ageBy: 'createdAt',
      },
    ],
  },
  {
    title: 'Visits',
    what: 'Name and phone, what you come for and when, and for a service your vehicle with its registration number.',
    why: 'To reserve a place for you, and to reach you about it.',
    kept: (retention) => `${formatWithAccount().slice(0, -1)}${formatMessageTime(retention)}.`,
    tables: [
      {
        table: appointments,
        personal: 'name phone email vehicleName registrationNumber cancelReason',
        impersonal: `id kind status branchId day starts ends vehicleId userId confirmedAt endedAt cancelledBy createdAt
          updatedAt version`,
        internal: 'seat keyHash isSuspect',
        owner: 'userId',
        exportAs: 'appointments',
        afterOwner: 'delete',
        ageBy: 'createdAt',
      },
      // Deleted with its appointment.
      { table: appointmentMoves, impersonal: 'id appointmentId movedBy movedAt day starts ends' },
    ],
  },
  {
    title: 'Feedback, reviews and votes',
    what: 'What you write and how you rate. Feedback sent anonymously carries no name for those who answer it.',
    why: 'To improve this site, and to help other riders choose.',
    kept: formatWithAccount,
    tables: [
      {
        table: feedback,
        personal: 'subject message responseMessage',
        impersonal: 'id userId type rating isAnonymous status priority respondedAt createdAt updatedAt version',
        owner: 'userId',
        exportAs: 'feedback',
        afterOwner: 'delete',
      },
      {
        table: reviews,
        personal: 'title comment',
        impersonal: `id vehicleId listingId userId rating helpfulCount hiddenAt hiddenReason checkedAt createdAt updatedAt
          version`,
        owner: 'userId',
        exportAs: 'reviews',
        afterOwner: 'delete',
      },
      {
        table: reviewHelpfulVotes,
        impersonal: 'reviewId userId',
        owner: 'userId',
        exportAs: 'helpfulVotes',
        afterOwner: 'delete',
      },
    ],
  },
  {
    title: 'Favourites and saved searches',
    what: 'What you marked, and the searches you keep, with what you had seen.',
    why: 'To show them to you again, with what is new.',
    kept: () =>
      `${formatWithAccount()} Searches without an account ${formatDays(visitorSearchDays * dayMs)} after the last visit.`,
    tables: [
      {
        table: favourites,
        impersonal: 'id userId vehicleId listingId createdAt',
        owner: 'userId',
        exportAs: 'favourites',
        afterOwner: 'delete',
      },
      {
        table: savedSearches,
        personal: 'query name',
        impersonal: `id userId sinceVehicle sinceListing seenVehicle seenListing visitedAt version createdAt`,
        internal: 'visitorHash',
        owner: 'userId',
        exportAs: 'searches',
        afterOwner: 'delete',
      },
    ],
  },
  {
    title: 'Reports and decisions',
    what: 'What you report and why; of our staff, who decided what.',
    why: 'To take down what is unlawful, and to answer for it.',
    kept: () =>
      'A report until its subject is deleted; without your name once you delete your account. The log of our staff for good.',
    tables: [
      {
        table: reports,
        personal: 'comment',
        impersonal: 'id aboutKind aboutId reason userId fromSide isSuspect createdAt settledAt',
        owner: 'userId',
        exportAs: 'reports',
        afterOwner: 'unlink',
      },
      {
        table: auditEvents,
        personal: 'operatorId operatorName',
        internal: 'id subject subjectId title action reason createdAt',
      },
      {
        table: stockChanges,
        personal: 'operatorId operatorName',
        internal: 'id subject subjectId title action before after batch createdAt undoneAt',
      },
      { table: stockChangePhotos, internal: 'changeId photoHash' },
      {
        table: imports,
        personal: 'operatorId operatorName fileName content',
        internal: 'id kind state mapping report failure progress createdAt updatedAt',
      },
      {
        table: photoUploads,
        personal: 'operatorId operatorName results',
        internal: 'id createdAt',
      },
      { table: settingVersions, personal: 'savedBy', internal: 'id name value createdAt' },
      { table: settingDrafts, personal: 'operatorId', internal: 'name value secretHash createdAt' },
    ],
  },
  {
    title: 'Mails to you',
    what: 'To whom we send a mail, when and about what, without its text; which mails an address does not want, as a hash.',
    why: 'To inform you only once, and not to write when you do not want it.',
    kept: ({ mails: kept }) =>
      `${kept ? `${formatDays(kept)} at most` : 'As long as this site exists'}, and no longer than your account. What you do not want until you want it again.`,
    isStored: ({ mails: kept }) => kept !== undefined,
    tables: [
      {
        table: mails,
        personal: 'address reason',
        impersonal: 'id kind aboutId userId times state attempts dueAt createdAt settledAt',
        internal: 'lease linkHash',
        owner: 'userId',
        exportAs: 'mails',
        afterOwner: 'delete',
      },
      { table: mailStops, internal: 'addressHash kind createdAt' },
      {
        table: teamNotices,
        internal: 'userId mailTime lastSeq hourBeganAt mailsInHour feedHash',
        owner: 'userId',
        afterOwner: 'delete',
      },
    ],
  },
  {
    title: 'Notifications on your devices',
    what: 'Of each browser in which a member of our team has turned them on: its kind, and the address and keys that its push service gave.',
    why: 'To tell our team of new customers.',
    kept: () => 'Until they are turned off, or you sign out there, and no longer than your account.',
    tables: [
      {
        table: pushSubscriptions,
        personal: 'endpoint device',
        impersonal: 'time lastSuccessAt failingSince createdAt',
        internal: 'id userId sessionId p256dh auth lastSeq dueAt testAt attempts status',
        owner: 'userId',
        exportAs: 'notificationDevices',
        afterOwner: 'delete',
      },
    ],
  },
  {
    title: 'Responses to forms',
    what: 'The response to each form, encrypted so that only the browser that sent it can read it.',
    why: 'A form that is sent twice is done once.',
    kept: () => `${retentionHours} hours.`,
    tables: [
      {
        table: idempotencyKeys,
        personal: 'encryptedResponse',
        internal: 'command keyHash contentHash createdAt senderHash',
      },
    ],
  },
];

export function formatStoredData(retention: Retention) {
  const { backups } = retention;
  return [
    ...storedData
      .filter(({ isStored }) => isStored?.(retention) ?? true)
      .map(({ title, what, why, kept }) => ({ title, what, why, kept: kept(retention) })),
    {
      title: 'Backups',
      what: 'A copy of all of this, readable by us only.',
      why: 'So that nothing you gave us is lost when a disk fails.',
      kept:
        backups === null
          ? 'Until a newer copy replaces it: what you delete is in older copies until then.'
          : `What you delete is in copies for ${formatDays(backups)} more.`,
    },
  ];
}

/** Tables without personal data: about the site, its catalogue and the country. */
export const impersonalTables: readonly StoredTable[] = [
  { table: listingCounters, impersonal: 'kind total available sold petrol electric' },
  { table: itemViews, impersonal: 'itemId day visitors' },
  { table: stockViews, impersonal: 'week vehicleId visitors' },
  { table: missedSearches, impersonal: 'week text visitors' },
  { table: sourceCounts, impersonal: 'week source visitors leads' },
  { table: contactCounters, impersonal: 'status messages' },
  { table: savedReplies, impersonal: 'id title text createdAt updatedAt version' },
  {
    table: roadTaxRates,
    impersonal: 'id asOf electricPercent surchargePercent minTaxRupees isRough note editedAt version',
  },
  { table: roadTaxBands, impersonal: 'stateCode position maxPriceRupees maxEngineCc percent' },
  { table: places, impersonal: 'id city stateCode' },
  { table: branches, impersonal: 'id name address position isBookable editedAt version' },
  { table: branchHours, impersonal: 'branchId weekday opens closes' },
  { table: branchSlots, impersonal: 'branchId starts ends testRidePlaces servicePlaces purchasePlaces' },
  { table: closedDays, impersonal: 'branchId day' },
  { table: contentRevision, impersonal: 'id revision' },
  { table: siteClock, impersonal: 'id seenAt doubtedAt passedMs' },
  { table: seeds, impersonal: 'name contentHash seededAt' },
  { table: searchChanges, impersonal: 'change item seq' },
  { table: siteKeys, impersonal: 'name key' },
  { table: brands, impersonal: 'id name initial position' },
  { table: brandLogos, impersonal: 'brandId hash width height webp createdAt' },
  { table: shopLogos, impersonal: 'hash width height webp createdAt' },
  { table: vehicleColourways, impersonal: 'vehicleId position name bodyColour accentColour' },
];

export const splitNames = (columns: string | undefined): string[] => columns?.split(/\s+/) ?? [];

/** @throws when the column does not exist, which is a mistake in the table above */
export function getColumn(table: SQLiteTable, name: string): SQLiteColumn {
  const column = getTableColumns(table)[name];
  if (!column) throw new Error(`${getTableName(table)} has no column ${name}`);
  return column;
}

export const ownedTables: readonly (StoredTable & { createOwnerCondition: (userId: string) => SQL })[] =
  storedData.flatMap(({ tables }) =>
    tables.flatMap((stored) => {
      const { table, owner } = stored;
      if (owner === undefined) return [];
      const column = getColumn(table, owner);
      return [{ ...stored, createOwnerCondition: (userId: string) => eq(column, userId) }];
    }),
  );
