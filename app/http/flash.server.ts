import { z } from 'zod';
import type { DoneNotice } from '~/domain/desk/done-notice';
import { isPhoneNumber } from '~/domain/shared/phone';
import { cookieNames, readCookie, setCookie } from './cookies.server';

/** A cookie contains only a name and its detail, so that no link can inject text. */
const flashNames = [
  'bike-listed',
  'scooter-listed',
  'listing-changed',
  'listing-confirmed',
  'listing-sold',
  'listing-already-sold',
  'listing-offered-again',
  'listing-sold-for-good',
  'listing-deleted',
  'key-accepted',
  'keys-forgotten',
  'messages-forgotten',
  'messages-joined',
  'signed-in',
  'sign-in-left',
  'signed-up',
  'listings-claimed',
  'signed-out',
  'signed-out-here',
  'profile-changed',
  'password-changed',
  'email-changed',
  'password-recovered',
  'recovery-link-sent',
  'recovery-code-made',
  'recovery-code-kept',
  'session-ended',
  'sessions-ended',
  'two-step-off',
  'token-revoked',
  'webhook-tested',
  'webhook-replayed',
  'webhook-deleted',
  'push-tested',
  'account-deleted',
  'search-saved',
  'search-renamed',
  'search-deleted',
  'service-requested',
  'service-changed',
  'service-cancelled',
  'appointment-requested-before',
  'appointment-moved',
  'appointment-cancelled',
  'review-written',
  'review-changed',
  'review-deleted',
  'feedback-sent',
  'feedback-changed',
  'feedback-deleted',
  'seller-written-to',
  'seller-written-to-before',
  'answer-sent',
  'answer-undone',
  'answer-too-late',
  'contact-shared',
  'contact-hidden',
  'sender-blocked',
  'sender-unblocked',
  'report-sent',
  'reply-sent',
  'saved-reply-kept',
  'desk-done',
  'phone-taken',
  'compare-full',
  'enquiry-full',
  'booking-stored',
  'booking-started',
] as const;
export type FlashName = (typeof flashNames)[number];

const newKeyShown = 'key';
/** Suffix in the cookie before a phone number, with underscores for its spaces. */
const phoneTaken = 'phone';

/** Null unless the suffix is that of a phone number: it contains no other text. */
function readTakenPhone(detail: string): string | null {
  if (!detail.startsWith(phoneTaken)) return null;
  const phone = detail.slice(phoneTaken.length).replaceAll('_', ' ');
  return isPhoneNumber(phone) ? phone : null;
}

export type FlashDetail = {
  showsNewKey?: boolean;
  about?: string;
  takenPhone?: string | null;
  done?: DoneNotice | null;
};

const storedNotice = z.object({
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  undo: z.object({ action: z.string().regex(/^\/desk\//), fields: z.record(z.string(), z.string()) }).optional(),
});

/** What the cookie holds, whose code may be unknown. */
type StoredNotice = z.infer<typeof storedNotice>;

const encodeDone = (done: DoneNotice): string => Buffer.from(JSON.stringify(done)).toString('base64url');

function readNotice(name: string, detail: string): StoredNotice | null {
  if (name !== 'desk-done' || detail === '') return null;
  try {
    const text: unknown = JSON.parse(Buffer.from(detail, 'base64url').toString());
    return storedNotice.safeParse(text).data ?? null;
  } catch {
    return null;
  }
}

export function createFlashCookie(
  request: Request,
  name: FlashName,
  { showsNewKey, about, takenPhone, done }: FlashDetail = {},
): string {
  const taken = takenPhone && phoneTaken + takenPhone.replaceAll(' ', '_');
  const detail = showsNewKey ? newKeyShown : done ? encodeDone(done) : (about ?? taken);
  return setCookie(request, cookieNames.flash, detail ? `${name}.${detail}` : name);
}

const findFlashName = (text: string): FlashName | null => flashNames.find((name) => name === text) ?? null;

type PendingFlash = Required<Omit<FlashDetail, 'done'>> & {
  name: FlashName | null;
  notice: StoredNotice | null;
};

export function readFlashCookie(request: Request): PendingFlash | null {
  const value = readCookie(request, cookieNames.flash);
  if (!value || isPrefetch(request)) return null;
  const [name = '', detail = ''] = value.split('.');
  return {
    name: findFlashName(name),
    about: detail,
    showsNewKey: detail === newKeyShown,
    takenPhone: readTakenPhone(detail),
    notice: readNotice(name, detail),
  };
}

export const clearFlashCookie = (request: Request): string => setCookie(request, cookieNames.flash, '', 0);

export const isPrefetch = ({ headers }: Request): boolean => headers.get('Sec-Purpose')?.includes('prefetch') === true;
