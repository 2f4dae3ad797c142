/**
 * Several lines of text as they are stored: line breaks as LF, no other control characters, no marks that turn the
 * direction of what follows, Unicode NFC.
 */
export const severalLines = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[\p{Cs}\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '')
    .normalize('NFC')
    .trim();
