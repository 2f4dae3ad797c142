import { visible } from './visible';

/**
 * Several lines of text as they are stored: line breaks as LF, no other control characters, no marks that turn the
 * direction of what follows, Unicode NFC; empty where nothing could be seen.
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
