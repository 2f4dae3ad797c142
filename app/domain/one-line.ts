import { visible } from './visible';

/**
 * Normalizes a single line of text for storage: no control characters, no bidirectional formatting characters, single
 * spaces, Unicode NFC; empty when nothing in it is visible.
 */
export const oneLine = (text: string): string =>
  visible(
    text
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .replace(/[\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '')
      .normalize('NFC')
      .trim(),
  );
