import { hasInvisibleSigns, isEmailAddress } from '../email-address';
import { mixesAlphabets } from '../look-alikes';
import { longestText, nameMinimum, passwordMinimum, specialCharacters } from './limits';

/*
 * Validation errors of account fields, with the messages of docs/product.md, "Accounts"; null when a value is valid.
 * Forms validate during typing, and commands validate again.
 */

/** Message above a form with an invalid field. */
export const fieldsAtFault = 'Please check the fields that are marked.';

/** Validation error of the current-password field, whatever is wrong with it. */
export const notCurrentPassword = 'This is not your current password.';

/** @param email trimmed */
export function emailFault(email: string): string | null {
  return isEmailAddress(email) ? null : 'Enter a valid email';
}

/**
 * Validates the address of a new account; existing accounts keep working with the address they have.
 *
 * @param email trimmed
 */
export function newEmailFault(email: string): string | null {
  if (hasInvisibleSigns(email)) return 'This email contains a sign that cannot be seen. Please type it by hand.';
  const fault = emailFault(email);
  if (fault !== null) return fault;
  return email.split(/[@.]/).some(mixesAlphabets)
    ? 'This email mixes letters of different alphabets. Please type it by hand.'
    : null;
}

/** Validates a new password (docs/product.md, "Accounts"); null when it is valid. */
export function passwordFault(password: string): string | null {
  if (password.length > longestText.password) return `Password must be at most ${longestText.password} characters`;
  const isSpecial = [...password].some((letter) => specialCharacters.includes(letter));
  return password.length >= passwordMinimum && isSpecial
    ? null
    : 'Password must be 6+ characters with at least one special character';
}

/** @param name as it is stored: trimmed */
export function nameFault(name: string): string | null {
  const { length } = [...name];
  if (length > longestText.name) return `Name must be at most ${longestText.name} characters`;
  return length >= nameMinimum ? null : 'Name must be at least 2 characters long';
}
