/** Characters that start a formula in spreadsheets, which must not execute text of a user. */
const startsFormula = /^'*[=+\-@\t\r]/;
const isNumber = /^-?\d+(?:\.\d+)?$/;

/** A cell that would start a formula is prefixed with an apostrophe, and so is one that begins with such a prefix. */
const toHarmlessText = (text: string): string => (startsFormula.test(text) && !isNumber.test(text) ? `'${text}` : text);

/** Excel writes `="0012"` to keep zeros. */
const textFormula = /^="((?:[^"]|"")*)"$/;

/** The text of a cell, of which spreadsheets and `formatCsvLine` may have made another. */
export function readCellText(cell: string): string {
  if (cell.startsWith("'") && startsFormula.test(cell)) return cell.slice(1);
  const [, text] = textFormula.exec(cell) ?? [];
  return text?.replaceAll('""', '"') ?? cell;
}

function formatCell(text: string): string {
  const harmless = toHarmlessText(text);
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Formats a line of CSV (RFC 4180) with its CRLF. */
export const formatCsvLine = (row: readonly string[]): string => `${row.map(formatCell).join(',')}\r\n`;

/** Without it Excel shows the rupee sign as three other characters. */
const byteOrderMark = '\uFEFF';

export const formatCsv = (rows: readonly (readonly string[])[]): string =>
  byteOrderMark + rows.map(formatCsvLine).join('');
