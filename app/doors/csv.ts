/** What a spreadsheet would take for a formula: text out of a listing must not run in the reader's office. */
const startsFormula = /^[=+\-@\t\r]/;
const isNumber = /^-?\d+(?:\.\d+)?$/;

function field(text: string): string {
  const harmless = startsFormula.test(text) && !isNumber.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A line of CSV (RFC 4180) with its CRLF; what would start a formula is preceded by an apostrophe. */
export const csvLine = (row: readonly string[]): string => `${row.map(field).join(',')}\r\n`;

/**
 * A table as CSV. It opens with a byte order mark, without which the commonest spreadsheet reads the rupee sign as
 * three letters of another alphabet.
 *
 * @param rows the heads first
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map(csvLine).join('')}`;
}

export const csvType = 'text/csv; charset=utf-8; header=present';

/**
 * The answer to a GET that takes a table home.
 *
 * @param fileName letters, digits, dashes and its ending
 */
export function answerCsv(fileName: string, rows: readonly (readonly string[])[]): Response {
  return new Response(csvText(rows), {
    headers: {
      'Content-Type': csvType,
      'Content-Disposition': `attachment; filename="${fileName}"`,
    },
  });
}
