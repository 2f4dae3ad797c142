import { visible } from './visible';

/**
 * Normalizes multi-line text for storage: line breaks as LF, no other control characters, no bidirectional formatting
 * characters, Unicode NFC; empty when nothing in it is visible.
 */
export const severalLines = (text: string): string =>
  visible(
    text
      .replace(/\r\n?/g, '\n')
      .replace(/[^\P{Cc}\n\t]/gu, '')
      .replace(/[\p{Cs}\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '')
      .normalize('NFC')
      .trim(),
  );
