import { decodeField } from '../shared/field-rules.server';
import type { Field } from '../shared/field-table';
import type { CsvRow } from './csv-file';

/** A column of a file: the name that the API uses, and further headers by which it is recognized. */
export type Column = {
  field: Field;
  synonyms?: readonly string[];
  /** Further words for the options of a choice, in lower case. */
  words?: Readonly<Record<string, string>>;
};
export type Columns = Readonly<Record<string, Column>>;

/** For each column of a file the name of its field, or null for one that is left out. */
export type Mapping = readonly (string | null)[];

const toKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** A header that names a field which an earlier one has named is left out. */
export function matchColumns(header: readonly string[], columns: Columns): Mapping {
  const byKey = new Map<string, string>();
  for (const [name, { field, synonyms = [] }] of Object.entries(columns)) {
    for (const text of [name, field.label, ...synonyms]) {
      const key = toKey(text);
      if (!byKey.has(key)) byKey.set(key, name);
    }
  }
  const named = new Set<string>();
  return header.map((text) => {
    const name = byKey.get(toKey(text));
    if (name === undefined || named.has(name)) return null;
    named.add(name);
    return name;
  });
}

/** Only names of fields, each at most once. @returns null if a chosen one stands twice */
export function checkMapping(chosen: readonly string[], columns: Columns): Mapping | null {
  const mapping = chosen.map((name) => (Object.hasOwn(columns, name) ? name : null));
  const named = mapping.filter((name) => name !== null);
  return new Set(named).size === named.length ? mapping : null;
}

const yes: ReadonlySet<string> = new Set(['yes', 'y', 'true', '1', 'x', 'हाँ', 'हां']);
const no: ReadonlySet<string> = new Set(['no', 'n', 'false', '0', '-', 'नहीं']);

/** A value that the rule of the field accepts, or the text, which it rejects with a sentence; null for an empty cell. */
function readCell({ field, words = {} }: Column, cell: string): unknown {
  const text = cell.trim();
  if (field.kind === 'flag') {
    const word = text.toLowerCase();
    return yes.has(word) ? true : no.has(word) || word === '' ? false : text;
  }
  if (text === '') return null;
  if (field.kind === 'lines') return cell;
  if (field.kind !== 'choice') return decodeField(field, text);
  const key = toKey(text);
  return words[key] ?? field.options.find((option) => toKey(option) === key) ?? text;
}

/** Values of the fields that the file has a column for. */
export function readRow({ cells }: Pick<CsvRow, 'cells'>, mapping: Mapping, columns: Columns): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [at, name] of mapping.entries()) {
    const column = name === null ? undefined : columns[name];
    if (name !== null && column) values[name] = readCell(column, cells[at] ?? '');
  }
  return values;
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}

/** The reverse of `readRow`. */
export const formatRow = (values: Readonly<Record<string, unknown>>, columns: Columns): string[] =>
  Object.keys(columns).map((name) => formatValue(values[name]));

/** As `readRow`, without the cells that say what `formatRow` writes of the values, even if a rule rejects them today. */
export function readChanges(
  { cells }: Pick<CsvRow, 'cells'>,
  mapping: Mapping,
  columns: Columns,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const changed = mapping.map((name, at) => (name !== null && cells[at] === formatValue(values[name]) ? null : name));
  return readRow({ cells }, changed, columns);
}

export const formatHeader = (columns: Columns): string[] => Object.values(columns).map(({ field }) => field.label);
