import { visible } from './visible';

/**
 * One line of text as it is stored: no control characters, no marks that turn the direction of what follows, single
 * spaces, Unicode NFC; empty where nothing could be seen.
 */
export const oneLine = (text: string): string =>
  visible(
    text
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .replace(/[\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '')
      .normalize('NFC')
      .trim(),
  );
