import { hasInvisibleSigns, isEmailAddress } from '../email-address';
import { mixesAlphabets } from '../look-alikes';
import { longestText, nameMinimum, passwordMinimum, specialCharacters } from './limits';

/*
 * What is wrong with what was typed, as the sentences of docs/product.md, "Accounts"; null when nothing is. Forms ask while
 * one types, and commands ask again.
 */

/** Above a form of which a field breaks a rule. */
export const fieldsAtFault = 'Please check the fields that are marked.';

/** Beside the field of a password that is asked for again, whatever is wrong with it. */
export const notCurrentPassword = 'This is not your current password.';

/** @param email without spaces around it */
export function emailFault(email: string): string | null {
  return isEmailAddress(email) ? null : 'Enter a valid email';
}

/**
 * What is wrong with the address of a new account: an older one goes on under whatever address it has.
 *
 * @param email without spaces around it
 */
export function newEmailFault(email: string): string | null {
  if (hasInvisibleSigns(email)) return 'This email contains a sign that cannot be seen. Please type it by hand.';
  const fault = emailFault(email);
  if (fault !== null) return fault;
  return email.split(/[@.]/).some(mixesAlphabets)
    ? 'This email mixes letters of different alphabets. Please type it by hand.'
    : null;
}

/** Why a password can't be chosen (docs/product.md, "Accounts"); null when it can. */
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
