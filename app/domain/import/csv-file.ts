import { CsvError, parse } from 'csv-parse/sync';
import { readCellText } from '../shared/csv';
import { formatCount } from '../shared/money';
import type { Reason } from '../shared/result';

export const maxImportLines = 20_000;
export const maxImportBytes = 8 * 1024 * 1024;
const maxColumns = 200;

export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252';
/** As they are named on the screen. */
export const separatorNames = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' } as const;
export type Separator = keyof typeof separatorNames;
const separators: readonly Separator[] = [',', ';', '\t'];

/** `line` is the first one of the row, counted from 1 with the header. */
export type CsvRow = { line: number; cells: string[] };
export type CsvFile = { encoding: Encoding; separator: Separator; header: string[]; rows: CsvRow[] };

const sampleBytes = 400;

/** Spreadsheets leave the byte order mark out of some UTF-16 files, of which most second bytes are zero. */
function findWideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  for (const [at, byte] of bytes.subarray(0, sampleBytes).entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = Math.min(bytes.length, sampleBytes) / 5;
  if (odd > many && odd > even) return 'utf-16le';
  return even > many ? 'utf-16be' : null;
}

/** 0x80 to 0x9F; some versions of Node.js decode them as control characters. */
const westernSigns = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const decodeWestern = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (sign) => westernSigns[sign.charCodeAt(0) - 0x80] ?? sign);

function decodeText(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const wide = findWideEncoding(bytes);
  if (wide) return { text: new TextDecoder(wide).decode(bytes), encoding: 'UTF-16' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    return { text: decodeWestern(bytes), encoding: 'Windows-1252' };
  }
}

/** The one that occurs most outside quotes in the first line; Excel may name it in a line of its own before the header. */
function findSeparator(text: string): Separator {
  const counts: Record<Separator, number> = { ',': 0, ';': 0, '\t': 0 };
  let isQuoted = false;
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && sign === '\n') break;
    else if (!isQuoted) for (const separator of separators) if (sign === separator) counts[separator] += 1;
  }
  return separators.reduce((best, separator) => (counts[separator] > counts[best] ? separator : best));
}

const separatorLine = /^sep=([,;\t])\n/i;

const isSeparator = (text: string | undefined): text is Separator => separators.some((separator) => separator === text);

const isBlank = (text: string): boolean => text.trim() === '';

/** @returns why the whole file cannot be read, or its rows; empty rows are left out */
export function readCsv(bytes: Uint8Array): { file: CsvFile } | { problem: Reason } {
  if (bytes.length > maxImportBytes) return { problem: { code: 'import_too_large' } };
  const { text, encoding } = decodeText(bytes);
  const unified = text.replace(/\r\n?/g, '\n');
  const [stated = '', named] = separatorLine.exec(unified) ?? [];
  const content = unified.slice(stated.length);
  const separator = isSeparator(named) ? named : findSeparator(content);
  const before = stated === '' ? 0 : 1;
  const rows: CsvRow[] = [];
  let lastLine = 0;
  try {
    parse(content, {
      delimiter: separator,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: maxImportLines + 2,
      on_record(record: string[], { lines }) {
        lastLine = lines;
        const breaks = record.reduce((count, cell) => count + cell.split('\n').length - 1, 0);
        rows.push({ line: lines - breaks + before, cells: record.map(readCellText) });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { problem: { code: 'import_quote_not_closed', values: { line: lastLine + before + 1 } } };
  }
  const [header, ...lines] = rows.filter(({ cells }) => !cells.every(isBlank));
  if (!header) return { problem: { code: 'import_empty' } };
  if (lines.length === 0) return { problem: { code: 'import_without_lines' } };
  if (lines.length > maxImportLines)
    return { problem: { code: 'import_too_many_lines', values: { most: formatCount(maxImportLines) } } };
  if (header.cells.length > maxColumns)
    return { problem: { code: 'import_too_many_columns', values: { most: maxColumns } } };
  return { file: { encoding, separator, header: header.cells.map((cell) => cell.trim()), rows: lines } };
}
