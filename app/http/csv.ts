/** Characters that start a formula in spreadsheets, which must not execute text from a listing. */
const startsFormula = /^[=+\-@\t\r]/;
const isNumber = /^-?\d+(?:\.\d+)?$/;

function formatField(text: string): string {
  const harmless = startsFormula.test(text) && !isNumber.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Formats a line of CSV (RFC 4180) with its CRLF; a cell that would start a formula is prefixed with an apostrophe. */
export const formatCsvLine = (row: readonly string[]): string => `${row.map(formatField).join(',')}\r\n`;

/** With a byte order mark: without it Excel shows the rupee sign as three other characters. */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map(formatCsvLine).join('')}`;
}

export const csvType = 'text/csv; charset=utf-8; header=present';

export function createCsvResponse(fileName: string, rows: readonly (readonly string[])[]): Response {
  return new Response(formatCsv(rows), {
    headers: {
      'Content-Type': csvType,
      'Content-Disposition': `attachment; filename="${fileName}"`,
    },
  });
}
