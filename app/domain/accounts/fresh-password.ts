import type { SignedInUser } from '../shared/actor';
import { minuteMs } from '../shared/dates';
import type { AppError } from '../shared/result';
import { freshPasswordMinutes } from './account';

/** Error for a request that cannot show a password form, such as an API request with the browser's cookie. */
export const passwordRequired: AppError = { kind: 'forbidden', code: 'fresh_password_required' };

export function hasFreshPassword({ passwordConfirmedAt }: SignedInUser, now: Date): boolean {
  if (passwordConfirmedAt === undefined) return true;
  if (passwordConfirmedAt === null) return false;
  const age = now.getTime() - Date.parse(passwordConfirmedAt);
  return age >= 0 && age < freshPasswordMinutes * minuteMs;
}
