import type { ListingKind } from '~db/enums';
import type { OwnAccessToken } from '~/domain/accounts/access-tokens.server';
import { type Account, placeholderPhone } from '~/domain/accounts/account';
import type { OwnSession } from '~/domain/accounts/sessions.server';
import type { OwnBooking } from '~/domain/bookings/booking.commands.server';
import type { VehicleSummary } from '~/domain/catalogue/vehicle';
import type { ConversationSummary } from '~/domain/conversations/conversation';
import type { News } from '~/domain/moderation/moderation';

import type { StoredReview } from '~/domain/reviews/review';
import type { ListedRequest } from '~/domain/services/service-request';
import type { QrShape } from '~/ui/drawings/qr-drawing.server';
import type { ListingFacts } from '~/ui/vehicles/listing-card';

type OwnListing = ListingFacts & { kind: ListingKind };

/** A vehicle or listing that the user offers; `whyHidden` is what an operator said when it was taken out of sight. */
export type OwnOffer =
  | { of: 'listing'; listing: OwnListing }
  | { of: 'vehicle'; vehicle: VehicleSummary; isHidden: boolean; whyHidden: string | null };

/** A saved vehicle or listing. */
export type Favourite = { of: 'vehicle'; vehicle: VehicleSummary } | { of: 'listing'; listing: OwnListing };

/** A secret that two-step sign-in can be turned on with, and the QR code that an app reads it from. */
export type TwoStepSetup = { secret: string; code: QrShape };
export type TwoStep = ({ isOn: false } & TwoStepSetup) | { isOn: true; codesLeft: number };

type Shown =
  | { view: 'overview'; unread: number }
  | { view: 'edit'; idempotencyKey: string; values: Record<string, string> }
  | { view: 'favourites'; favourites: Favourite[]; page: number; pages: number }
  | { view: 'listings'; listings: OwnOffer[]; news: News[]; page: number; pages: number }
  | { view: 'messages'; conversations: ConversationSummary[]; page: number; pages: number }
  | { view: 'bookings'; requests: ListedRequest[]; page: number; pages: number; booked: OwnBooking[] }
  | { view: 'reviews'; reviews: StoredReview[]; news: News[]; page: number; pages: number }
  | { view: 'security'; sessions: OwnSession[] }
  | { view: 'two-step'; twoStep: TwoStep }
  | { view: 'tokens'; tokens: OwnAccessToken[]; idempotencyKey: string };

/** The profile in one of its views. */
export type ProfileScreen = Shown & { account: Account };

/** Parts of the profile that have an address of their own. */
export const profileParts = [
  'favourites',
  'listings',
  'messages',
  'bookings',
  'reviews',
  'security',
  'two-step',
  'tokens',
] as const;
export type ProfilePart = (typeof profileParts)[number];

/** The fields of the edit form, as they are called and as they stand. */
export const profileLabels = {
  name: 'Full Name',
  phone: 'Phone Number',
  gender: 'Gender',
  location: 'Location',
} as const;
export type ProfileField = keyof typeof profileLabels;

export const genderLabels = { male: 'Male', female: 'Female', other: 'Other' } as const;

/** What the edit form holds of an account; the sign-up form's placeholder is no phone. */
export function profileFormValues({ name, phone, gender, location }: Account): Record<ProfileField, string> {
  return { name, phone: phone === placeholderPhone ? '' : (phone ?? ''), gender, location: location ?? '' };
}

/** Where the profile has nothing. */
export const notGiven = 'Not given';

/** What a form of the profile answers when it was refused. */
export type RejectedProfile = {
  message: string;
  errors: Readonly<Record<string, string>>;
  values: Record<string, string>;
  /** What was saved meanwhile, to be looked at beside what was typed; null unless that is why it was refused. */
  meanwhile: { values: Record<ProfileField, string>; version: number } | null;
  /** What two-step sign-in was being turned on with. */
  setup?: TwoStepSetup;
};

/** What the form that makes an access token answers: the token, this once. */
export type MadeToken = { token: string; name: string };

/** What the form that turns two-step sign-in on is answered: the recovery codes, this once. */
export type MadeRecoveryCodes = { recoveryCodes: string[] };
