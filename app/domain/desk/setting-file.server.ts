import type { Database } from '~db/connection';
import type { SettingName } from '~db/enums';
import { type Columns, formatRow, matchColumns, readRow } from '../import/columns';
import { readCsv } from '../import/csv-file';
import { formatCsv } from '../shared/csv';
import { formatReason, type Reason } from '../shared/result';
import { joinWithOr } from '../shared/text';
import {
  type FormValues,
  getFieldName,
  readRows,
  type SettingForm,
  settingForms,
  type SettingRows,
  toFormValues,
} from './shop-settings';
import { checkSetting, decodeForm, readSetting } from './shop-settings.server';

/* The rows of a setting as a file of a spreadsheet (docs/product.md, "The shop's own texts"). */

/** In bytes; a setting has at most some sixty rows. */
export const maxSettingFileBytes = 256 * 1024;

const sectionColumn = 'section';
const idColumn = 'id';
const maxCellLength = 4_000;

const createColumns = ({ rows }: SettingForm): Columns => ({
  [sectionColumn]: { field: { kind: 'line', label: 'Section', most: 40 } },
  [idColumn]: { field: { kind: 'line', label: 'No', most: 40 }, synonyms: ['Number', 'Id'] },
  ...Object.fromEntries(
    rows.flatMap((part) =>
      Object.values(part.fields).map(({ label }) => [
        label,
        { field: { kind: 'lines', label, most: maxCellLength } } as const,
      ]),
    ),
  ),
});

type Row = { id: string; texts: Record<string, string> };

const readPart = (part: SettingRows, value: unknown): Row[] => {
  const values = toFormValues({ title: '', page: '', fields: {}, rows: [part] }, value);
  return readRows(part, value).map((_, at) => ({
    id: values[getFieldName(part, at, idColumn)] ?? '',
    texts: Object.fromEntries(
      Object.keys(part.fields).map((path) => [path, values[getFieldName(part, at, path)] ?? '']),
    ),
  }));
};

/** All rows, in a file that can be read again. */
export function createSettingFile(db: Database, name: SettingName): string {
  const form = settingForms[name];
  const columns = createColumns(form);
  const { value } = readSetting(db, name);
  const lines = form.rows.flatMap((part) =>
    readPart(part, value).map(({ id, texts }) =>
      formatRow(
        {
          [sectionColumn]: part.title,
          [idColumn]: id,
          ...Object.fromEntries(Object.entries(part.fields).map(([path, { label }]) => [label, texts[path]])),
        },
        columns,
      ),
    ),
  );
  return formatCsv([Object.values(columns).map(({ field }) => field.label), ...lines]);
}

export type SettingFileReport = {
  lines: number;
  added: number;
  changed: number;
  problems: { line: number; column: string; text: string }[];
};

type LineProblem = { column: string; reason: Reason };

/** A row as it would be stored, or why it cannot be. */
function checkRow(part: SettingRows, row: Row): { texts: Row['texts'] } | { problems: LineProblem[] } {
  const form: SettingForm = { title: '', page: '', fields: {}, rows: [part] };
  const typed = Object.fromEntries(
    Object.entries(row.texts).map(([path, text]) => [getFieldName(part, 0, path), text]),
  );
  const problems: LineProblem[] = [];
  const checked = checkSetting(form, decodeForm(form, typed), null, (path, reason) => {
    const [field] = Object.keys(part.fields).filter((own) => path.endsWith(`.0.${own}`));
    problems.push({ column: (field !== undefined && part.fields[field]?.label) || part.title, reason });
  });
  const [stored] = readPart(part, checked);
  return problems.length > 0 || !stored ? { problems } : { texts: stored.texts };
}

/**
 * What the rows would be with those of a file: a number that is known changes its row, any other adds one, and what the
 * file does not name stays. Nothing is saved.
 *
 * @returns the texts of the form's controls; or why the file cannot be read
 */
export function readSettingFile(
  db: Database,
  name: SettingName,
  bytes: Buffer,
): { problem: Reason } | { values: FormValues; report: SettingFileReport } {
  const csv = readCsv(bytes);
  if ('problem' in csv) return csv;
  const form = settingForms[name];
  const columns = createColumns(form);
  const { header, rows: lines } = csv.file;
  const mapping = matchColumns(header, columns);
  const { value } = readSetting(db, name);
  const parts = form.rows.map((part) => ({ part, rows: readPart(part, value), lineOf: new Map<string, number>() }));
  const report: SettingFileReport = { lines: lines.length, added: 0, changed: 0, problems: [] };
  for (const line of lines) {
    const refuse = (column: string, reason: Reason): void => {
      report.problems.push({ line: line.line, column, text: formatReason(reason) });
    };
    const cells = readRow(line, mapping, columns);
    const section = String(cells[sectionColumn] ?? '').toLowerCase();
    const match = parts.find(({ part }) => part.title.toLowerCase() === section);
    if (!match) {
      const options = joinWithOr(form.rows.map(({ title }) => title));
      refuse('Section', { code: 'not_an_option', values: { label: 'Section', options } });
      continue;
    }
    const { part, rows, lineOf } = match;
    const id = String(cells[idColumn] ?? '');
    const earlier = id === '' ? undefined : lineOf.get(id);
    if (earlier !== undefined) {
      refuse('No', { code: 'twice_in_file', values: { label: 'No', text: id, line: earlier } });
      continue;
    }
    if (id !== '') lineOf.set(id, line.line);
    const at = id === '' ? -1 : rows.findIndex((row) => row.id === id);
    const before = rows[at];
    if (!before && rows.length >= part.most) {
      refuse('Section', { code: 'too_many_rows', values: { title: part.title, most: part.most } });
      continue;
    }
    const typed = Object.entries(part.fields).flatMap(([path, { label }]) =>
      label in cells ? [[path, String(cells[label] ?? '')] as const] : [],
    );
    const checked = checkRow(part, { id, texts: { ...before?.texts, ...Object.fromEntries(typed) } });
    if ('problems' in checked) {
      for (const { column, reason } of checked.problems) refuse(column, reason);
      continue;
    }
    if (!before) {
      rows.push({ id, texts: checked.texts });
      report.added += 1;
    } else if (JSON.stringify(before.texts) !== JSON.stringify(checked.texts)) {
      rows[at] = { id, texts: checked.texts };
      report.changed += 1;
    }
  }
  const values: FormValues = toFormValues(form, value);
  for (const { part, rows } of parts) {
    for (const [at, { id, texts }] of rows.entries()) {
      values[getFieldName(part, at, idColumn)] = id;
      for (const [path, text] of Object.entries(texts)) values[getFieldName(part, at, path)] = text;
    }
  }
  return { values, report };
}
