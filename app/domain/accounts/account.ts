import type { Gender, Role } from '~db/enums';
import type { Reason } from '../shared/result';
import { isEmailAddress, looksLikeEmail } from '../shared/email';
import { countCharacters, hasMixedAlphabets, validateMaxLength } from '../shared/text';

export type Account = {
  id: string;
  name: string;
  email: string;
  /** Null: not given. */
  phone: string | null;
  /** Null: not given. */
  gender: Gender | null;
  /** Phone and gender as the API returns them: as sent, also if these were the placeholders of sign-up. */
  asSent: { phone: string | null; gender: Gender };
  location: string | null;
  role: Role;
  createdAt: string;
  version: number;
  favourites: number;
  bookings: number;
};

export const minPasswordLength = 6;
/** Minimum length of an operator's password: operators read personal data and delete other users' content. */
export const minOperatorPasswordLength = 12;
/** Every password contains at least one of these. */
export const specialCharacters = '!@#$%^&*(),.?":{}|<>';
export const minNameLength = 2;

export const maxLengths = {
  name: 80,
  email: 254,
  password: 200,
  location: 80,
  tokenName: 60,
  code: 40,
  recoveryCode: 80,
} as const;

/** Values that the sign-up form sends, which asks for neither (docs/product.md, "Accounts"). */
export const placeholderPhone = '0000000000';
export const placeholderGender: Gender = 'male';

/** @returns null for the placeholder of the sign-up form */
export const toGivenPhone = (phone: string | null): string | null => (phone === placeholderPhone ? null : phone);

/** Together with the placeholder phone, the placeholder gender was not. @param sent of a sign-up */
export const isGenderChosen = ({ phone, gender }: { phone: string | null; gender: Gender | null }): boolean =>
  gender !== null && !(gender === placeholderGender && phone === placeholderPhone);

export const freshPasswordMinutes = 10;
export const recoveryCodeCount = 10;
export const secondStepMinutes = 10;

/** How long an invitation to the team can be accepted. */
export const inviteDays = 7;

export const issuedCodeMinutes = 60;
/** Does not reveal whether the account exists. */
export const recoveryLinkSent = `If there is an account with this email, a link is on its way to it. It works once, for ${issuedCodeMinutes} minutes.`;

export const maxTokens = 10;
export const tokenDays = [30, 90, 365] as const;

/* docs/product.md, "Accounts"; null when a value is valid. Used by forms and by the schemas of commands. */

/** In the form that older versions accepted. @param email normalized */
export function validateEmail(email: string): Reason | null {
  return looksLikeEmail(email) ? null : { code: 'account_email_invalid' };
}

/** Existing accounts keep working with the address they have. @param email normalized */
export function validateNewEmail(email: string): Reason | null {
  if (!isEmailAddress(email)) return { code: 'account_email_invalid' };
  return email.split(/[@.]/).some(hasMixedAlphabets) ? { code: 'mixed_alphabets' } : null;
}

/** Counts characters beyond U+FFFF once, the rule twice: such passwords are validated by the server only. */
export const passwordPattern = `(?=.*[${specialCharacters.replace(/[(){}|]/g, '\\$&')}])(?:.{${minPasswordLength},}|.*[^\\u0000-\\uffff].*)`;

/** Validates a new password (docs/product.md, "Accounts"); null when it is valid. */
export function validatePassword(password: string): Reason | null {
  const tooLong = validateMaxLength('Password', password, maxLengths.password);
  if (tooLong !== null) return tooLong;
  const isSpecial = [...password].some((letter) => specialCharacters.includes(letter));
  return password.length >= minPasswordLength && isSpecial
    ? null
    : { code: 'weak_password', values: { least: minPasswordLength } };
}

/** @param name as it is stored: trimmed */
export function validateName(name: string): Reason | null {
  if (countCharacters(name) < minNameLength) return { code: 'name_too_short', values: { least: minNameLength } };
  return validateMaxLength('Name', name, maxLengths.name);
}

/** API representation of an account for its own user (docs/product.md, "Accounts": `data.user`). */
export function toAccountJson(account: Account) {
  const { id, name, email, asSent, location, role, createdAt, favourites, bookings, version } = account;
  return {
    _id: id,
    id,
    name,
    email,
    ...asSent,
    location,
    role,
    joinDate: createdAt,
    favoriteVehicles: favourites,
    totalBookings: bookings,
    version,
  };
}
