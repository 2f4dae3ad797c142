import type { Reason } from './result';

/* Email addresses as people type and paste them (docs/product.md, "Email addresses"). */

const maxEmailLength = 254;

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu;

/** Any text that is no address is returned as it is, for a rule to judge. Idempotent. */
export function normalizeEmail(text: string): string {
  const plain = text.normalize('NFC').replace(invisible, '').trim();
  const [, inBrackets = plain] = /^(?:[^<>@]*<)?\s*([^<>\s]+)\s*>$/.exec(plain) ?? [];
  return inBrackets.replace(/^(?:mailto:\s*)+([^?]*).*$/is, '$1').trim();
}

/** Accounts sign in with any such text, as older versions stored it. @param text normalized */
export const looksLikeEmail = (text: string): boolean =>
  text.length <= maxEmailLength && /^[^\s@\p{Cc}]+@[^\s@.\p{Cc}]+(?:\.[^\s@.\p{Cc}]+)+$/u.test(text);

const localPart = /^[^\s@<>()[\]\\,;:"\p{C}]+$/u;
/** Letters and digits of any script, with hyphens between them. */
const domainLabel = /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/** A domain with a dot, whose last part has a letter. @param text normalized */
export function isEmailAddress(text: string): boolean {
  if (!looksLikeEmail(text)) return false;
  const [local = '', domain = ''] = text.split('@');
  const labels = domain.split('.');
  return localPart.test(local) && labels.every((label) => domainLabel.test(label)) && /\D/.test(labels.at(-1) ?? '');
}

/** What may be an address before it is normalized, for a `pattern` attribute: less strict than the rule. */
export const emailPattern = String.raw`[^@]*[^\s@]@[^\s@.]+\.[^@]*[^\s@.]\s*`;

/** @param text normalized, not empty */
export const validateReplyEmail = (text: string): Reason | null =>
  isEmailAddress(text) ? null : { code: 'email_invalid' };
