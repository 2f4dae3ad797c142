import type { ListedAppointment } from '~/domain/appointments/appointment';
import type { ListingKind } from '~db/enums';
import type { OwnAccessToken } from '~/domain/accounts/access-tokens.server';
import type { Account } from '~/domain/accounts/account';
import type { RecoveryState } from '~/domain/accounts/recovery-codes.server';
import type { OwnSession } from '~/domain/accounts/sessions.server';
import type { OwnBooking } from '~/domain/messages/booking.commands.server';
import type { VehicleSummary } from '~/domain/catalogue/vehicle';
import type { BlockedSender } from '~/domain/conversations/conversation';
import type { UnconfirmedListing } from '~/domain/listings/seller-notices.server';
import type { News } from '~/domain/moderation/moderation';
import type { StoredReview } from '~/domain/reviews/review';
import type { ListedRequest } from '~/domain/services/service-request';
import type { InboxEntry } from '~/ui/lists/conversations';
import type { QrShape } from '~/ui/drawings/qr-drawing.server';
import type { ListingFacts } from '~/ui/vehicles/listing-card';

type OwnListing = ListingFacts & { kind: ListingKind };

/** A vehicle or listing of the user; `hiddenReason` is the operator's reason when it was hidden. */
export type OwnOffer =
  | { of: 'listing'; listing: OwnListing }
  | { of: 'vehicle'; vehicle: VehicleSummary; isHidden: boolean; hiddenReason: string | null };

/** The same with its view count, as text. */
export type ViewedOffer = OwnOffer & { seen: string };

/** A saved vehicle or listing. */
export type Favourite = { of: 'vehicle'; vehicle: VehicleSummary } | { of: 'listing'; listing: OwnListing };

/** A secret for two-step sign-in, and its QR code. */
export type TwoStepSetup = { secret: string; code: QrShape };
export type TwoStep = ({ isOn: false } & TwoStepSetup) | { isOn: true; codesLeft: number };

/** Own listings whose seller is asked to confirm that they are still for sale. */
export type Unconfirmed = { items: UnconfirmedListing[]; hasMore: boolean };

/** News for the user, above the profile. */
export type ProfileNews = {
  messages: InboxEntry[];
  listings: News[];
  reviews: News[];
  /** Upcoming visits. */
  visits: ListedAppointment[];
};

type ProfileContent =
  | { view: 'overview'; unconfirmed: Unconfirmed; recovery: RecoveryState; news: ProfileNews }
  | { view: 'edit'; idempotencyKey: string; values: Record<string, string> }
  | { view: 'favourites'; favourites: Favourite[]; page: number; pages: number }
  | { view: 'listings'; listings: ViewedOffer[]; unconfirmed: Unconfirmed; news: News[]; page: number; pages: number }
  | {
      view: 'bookings';
      requests: ListedRequest[];
      page: number;
      pages: number;
      booked: OwnBooking[];
      visits: ListedAppointment[];
    }
  | { view: 'reviews'; reviews: StoredReview[]; news: News[]; page: number; pages: number }
  | { view: 'blocked'; senders: BlockedSender[]; page: number; pages: number }
  | {
      view: 'security';
      sessions: OwnSession[];
      recovery: RecoveryState;
      /** The form of a new email, typed before signing in. */
      unfinished: Record<string, string> | null;
    }
  | { view: 'two-step'; twoStep: TwoStep }
  | { view: 'tokens'; tokens: OwnAccessToken[]; idempotencyKey: string };

/** The profile in one of its views. */
export type ProfileScreen = ProfileContent & { account: Account };

/** Views of the profile with a URL of their own. */
export const profileParts = [
  'favourites',
  'listings',
  'bookings',
  'reviews',
  'blocked',
  'security',
  'two-step',
  'tokens',
] as const;
export type ProfilePart = (typeof profileParts)[number];

/** The fields of the edit form, with labels and values. */
export const profileLabels = {
  name: 'Full Name',
  phone: 'Phone Number',
  gender: 'Gender',
  location: 'Location',
} as const;
export type ProfileField = keyof typeof profileLabels;

export const genderLabels = { male: 'Male', female: 'Female', other: 'Other' } as const;

/** Form values of an account, empty for what was not given. */
export function profileFormValues({ name, phone, gender, location }: Account): Record<ProfileField, string> {
  return { name, phone: phone ?? '', gender: gender ?? '', location: location ?? '' };
}

/** Placeholder for an empty value. */
export const notGivenText = 'Not given';

/** Response to a rejected form of the profile. */
export type RejectedProfile = {
  message: string;
  errors: Readonly<Record<string, string>>;
  values: Record<string, string>;
  /** Current values after a concurrent change, shown beside the form values; null otherwise. */
  stored: { values: Record<ProfileField, string>; version: number } | null;
  /** The secret that was to be confirmed. */
  setup?: TwoStepSetup;
};

/** Response to the form that creates an access token; the token is shown once. */
export type CreatedToken = { token: string; name: string };

/** Response to the form that turns two-step sign-in on; the recovery codes are shown once. */
export type CreatedRecoveryCodes = { recoveryCodes: string[] };
