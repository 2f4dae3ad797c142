import { and, desc, eq, lte, notInArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { type SettingName, settingNames } from '~db/enums';
import { settingDrafts, settingVersions, shopLogos } from '~db/schema/site';
import { memoizePrepared } from '~db/statements';
import { findVehicleSummaries } from '../catalogue/vehicle.queries.server';
import { readAccessories } from '../content/accessories.server';
import { readCompany, readTeam } from '../content/company.server';
import { getOldestDraft } from '../content/drafts.server';
import { readEnergyPrices, readInsurance, readLoanTerms } from '../content/finance-content.server';
import { readFollowUs } from '../content/follow-us.server';
import { readHomeTexts } from '../content/home-content.server';
import { legalTexts } from '../content/legal.server';
import { readLook } from '../content/look.server';
import { readSections } from '../content/sections.server';
import { readServiceTypes } from '../content/service-types.server';
import type { Setting } from '../content/setting.server';
import { readShop } from '../content/shop.server';
import { readDonationTiers, readFaq, readSafetyAdvice } from '../content/support-content.server';
import { readBanners } from '../content/vehicle-content.server';
import { recordAuditEvent } from '../moderation/audit-log.server';
import type { Logo } from '../photos/renditions.server';
import { type CommandContext, defineCommand } from '../shared/command.server';
import { getContrast } from '../shared/contrast';
import { isDay } from '../shared/dates';
import { isEmailAddress, normalizeEmail } from '../shared/email';
import { failWith, seenVersion } from '../shared/fields.server';
import { formatRupees } from '../shared/money';
import { type Permission, requirePermission } from '../shared/permissions';
import { isPhoneNumber, maxPhoneLength, normalizePhone } from '../shared/phone';
import { createVersionConflict, encodeReason, err, invalid, ok, type Reason, type Result } from '../shared/result';
import { generateSecret, sha256 } from '../shared/secrets.server';
import { joinWithOr, toLines, toOneLine, validateMaxLength } from '../shared/text';
import { findTypedError, type Measure, parseTypedNumber } from '../shared/typed-numbers';
import {
  type FormValues,
  getFieldName,
  getPart,
  maxEntryLength,
  type SettingField,
  type SettingForm,
  type SettingRows,
  settingForms,
  toFormValues,
} from './shop-settings';

/* docs/product.md, "The shop's own texts". */

type AnySetting = Pick<Setting<unknown>, 'name' | 'schema' | 'shipped'>;

const settings: Readonly<Record<SettingName, AnySetting>> = {
  shop: readShop.setting,
  look: readLook.setting,
  company: readCompany.setting,
  team: readTeam.setting,
  home: readHomeTexts.setting,
  banners: readBanners.setting,
  faq: readFaq.setting,
  'service-types': readServiceTypes.setting,
  accessories: readAccessories.setting,
  insurance: readInsurance.setting,
  loans: readLoanTerms.setting,
  donations: readDonationTiers.setting,
  'follow-us': readFollowUs.setting,
  safety: readSafetyAdvice.setting,
  privacy: legalTexts.privacy.setting,
  terms: legalTexts.terms.setting,
  returns: legalTexts.returns.setting,
  fuel: readEnergyPrices.setting,
  sections: readSections.setting,
};

export const getShipped = (name: SettingName): unknown => settings[name].shipped;

type Reject = (path: string, reason: Reason) => void;

const measures = { rupees: 'rupees', whole: 'count', decimal: 'percent' } as const satisfies Record<string, Measure>;

/** The ground of pages by day, on which links have the colour of the shop. */
const paper = '#fbfaf6';
const leastContrast = 4.5;

const isAddress = (text: string): boolean => /^https?:\/\/[^\s/]+\.[^\s/]+/i.test(text) && URL.canParse(text);

/** @returns the value to store; undefined after a rejection */
function checkField(field: SettingField, value: unknown, reject: (reason: Reason) => void): unknown {
  const { label } = field;
  if (field.kind === 'flag') return value === true;
  if (field.kind === 'list') {
    const lines = Array.isArray(value) ? value : typeof value === 'string' ? value.split('\n') : [];
    const entries = lines.map((entry) => toOneLine(String(entry))).filter(Boolean);
    if (entries.length > field.most) reject({ code: 'too_many_lines', values: { label, most: field.most } });
    const long = entries
      .map((entry) => validateMaxLength(label, entry, maxEntryLength))
      .find((reason) => reason !== null);
    if (long) reject(long);
    return entries;
  }
  if (field.kind === 'rupees' || field.kind === 'whole' || field.kind === 'decimal') {
    if (value === null || value === undefined || value === '') {
      if (field.optional) return null;
      reject({ code: 'required', values: { label } });
      return undefined;
    }
    const isWrong = typeof value !== 'number' || !Number.isFinite(value);
    if (isWrong) {
      reject(
        typeof value === 'string'
          ? findTypedError(label, value, measures[field.kind])
          : { code: 'not_a_number', values: { label } },
      );
      return undefined;
    }
    if (field.kind !== 'decimal' && !Number.isInteger(value)) reject({ code: 'not_whole', values: { label } });
    if (value < field.least || value > field.most) {
      const write = (figure: number): string => (field.kind === 'rupees' ? formatRupees(figure) : String(figure));
      reject({ code: 'out_of_range', values: { label, least: write(field.least), most: write(field.most) } });
    }
    return value;
  }
  const typed = typeof value === 'string' ? value : '';
  if (field.kind === 'choice') {
    if (!field.options.includes(typed)) {
      reject({ code: 'not_an_option', values: { label, options: joinWithOr(field.options) } });
    }
    return typed;
  }
  const hasLines = field.kind === 'lines' || field.kind === 'markdown';
  const text = hasLines ? toLines(typed) : toOneLine(typed);
  if (text === '') {
    if (!field.optional) reject({ code: 'required', values: { label } });
    return field.optional ? null : '';
  }
  const long = validateMaxLength(label, text, field.most ?? (field.kind === 'phone' ? maxPhoneLength : 300));
  if (long) reject(long);
  if ('pattern' in field && field.pattern && !field.pattern.test(text)) {
    reject({ code: 'not_like_example', values: { label, example: field.example ?? '' } });
  }
  if (field.kind === 'phone') {
    const phone = normalizePhone(text);
    if (!isPhoneNumber(phone)) reject({ code: 'phone_invalid' });
    return phone;
  }
  if (field.kind === 'email') {
    const email = normalizeEmail(text);
    if (!isEmailAddress(email)) reject({ code: 'email_invalid' });
    return email;
  }
  if (field.kind === 'link' && !isAddress(text)) reject({ code: 'link_invalid', values: { label } });
  if (field.kind === 'day' && !isDay(text)) reject({ code: 'day_invalid', values: { text: text.slice(0, 20) } });
  if (field.kind === 'theme' && /^#[\da-f]{6}$/i.test(text)) {
    const ratio = Math.min(getContrast(text, '#ffffff'), getContrast(text, paper));
    if (ratio < leastContrast) reject({ code: 'colour_contrast', values: { ratio: ratio.toFixed(1) } });
  }
  if ((field.kind === 'colour' || field.kind === 'theme') && !/^#[\da-f]{6}$/i.test(text)) {
    reject({ code: 'not_like_example', values: { label, example: '#0b6b4b' } });
  }
  return text;
}

type Part = Record<string, unknown>;

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value);

function setPart(target: Part, path: string, value: unknown): void {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const inner = target[name];
  const part: Part = isPart(inner) ? inner : {};
  target[name] = part;
  setPart(part, rest.join('.'), value);
}

const createSlug = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'item';

/** New rows get an id of their own; that of a row stays, because requests and lists refer to it. */
function fillIds(kind: SettingRows['id'], rows: readonly { row: Part; id: unknown; title: unknown }[]): void {
  const taken = new Set<string>();
  for (const { row, id } of rows) {
    const own = typeof id === 'number' || typeof id === 'string' ? String(id) : '';
    const isValid = kind === 'number' ? /^[1-9]\d{0,6}$/.test(own) : /^[a-z0-9][a-z0-9-]{0,60}$/.test(own);
    if (isValid && !taken.has(own)) {
      taken.add(own);
      row.id = kind === 'number' ? Number(own) : own;
    }
  }
  for (const { row, title } of rows) {
    if (row.id !== undefined) continue;
    let at = 1;
    const base = kind === 'number' ? '' : createSlug(String(title)).slice(0, 50);
    while (taken.has(kind === 'number' ? String(at) : at === 1 ? base : `${base}-${at}`)) at += 1;
    const own = kind === 'number' ? String(at) : at === 1 ? base : `${base}-${at}`;
    taken.add(own);
    row.id = kind === 'number' ? at : own;
  }
}

function checkRows(part: SettingRows, value: unknown, reject: Reject): unknown[] {
  const list = getPart(value, part.path);
  const rows = Array.isArray(list) ? list : [];
  if (rows.length > part.most) {
    reject(part.path || 'rows', { code: 'too_many_rows', values: { title: part.title, most: part.most } });
  }
  const checked = rows.slice(0, part.most).map((row: unknown, at) => {
    const stored: Part = {};
    let title: unknown;
    for (const [path, field] of Object.entries(part.fields)) {
      const result = checkField(field, getPart(row, path), (reason) => reject(getFieldName(part, at, path), reason));
      title ??= result;
      setPart(stored, path, result);
    }
    return { row: stored, id: getPart(row, 'id'), title };
  });
  if (part.id) fillIds(part.id, checked);
  return checked.map(({ row }) => row);
}

export function checkSetting(form: SettingForm, value: unknown, present: unknown, reject: Reject): unknown {
  const result: Part = {};
  for (const [path, field] of Object.entries(form.fields)) {
    const isPartEmpty = (form.optionalParts ?? []).some(
      (part) =>
        path.startsWith(`${part}.`) &&
        Object.keys(form.fields).every(
          (name) =>
            !name.startsWith(`${part}.`) || [undefined, null, ''].some((empty) => getPart(value, name) === empty),
        ),
    );
    if (!isPartEmpty) {
      const isOfPart = (form.optionalParts ?? []).some((part) => path.startsWith(`${part}.`));
      // Half of a part is missing the other half.
      const required = isOfPart && 'optional' in field ? { ...field, optional: undefined } : field;
      setPart(
        result,
        path,
        checkField(required, getPart(value, path), (reason) => reject(path, reason)),
      );
    }
  }
  for (const part of form.optionalParts ?? []) if (!isPart(result[part])) result[part] = null;
  for (const name of form.kept ?? []) result[name] = getPart(present, name);
  for (const part of form.rows) {
    const rows = checkRows(part, value, reject);
    if (part.path === '') return rows;
    setPart(result, part.path, rows);
  }
  return result;
}

/** Decodes the texts of the controls; rows without any text are left out. */
export function decodeForm({ fields, rows }: SettingForm, values: FormValues): unknown {
  const decode = (field: SettingField, text: string): unknown => {
    if (field.kind === 'flag') return text === 'on';
    if (field.kind === 'list') return text.split('\n');
    if (field.kind !== 'rupees' && field.kind !== 'whole' && field.kind !== 'decimal') return text;
    return text.trim() === '' ? null : (parseTypedNumber(text, measures[field.kind]) ?? text);
  };
  const result: Part = {};
  for (const [path, field] of Object.entries(fields)) setPart(result, path, decode(field, values[path] ?? ''));
  for (const part of rows) {
    const decoded = Array.from({ length: part.most + 1 }, (_, at) => {
      const row: Part = { id: values[getFieldName(part, at, 'id')] ?? '' };
      const texts = Object.entries(part.fields).map(([path, field]) => {
        const text = values[getFieldName(part, at, path)] ?? '';
        setPart(row, path, decode(field, text));
        // A choice always has a value.
        return field.kind === 'choice' ? '' : text.trim();
      });
      return { row, isEmpty: texts.every((text) => text === '') };
    }).flatMap(({ row, isEmpty }) => (isEmpty ? [] : [row]));
    if (part.path === '') return decoded;
    setPart(result, part.path, decoded);
  }
  return result;
}

const reads = memoizePrepared((db) => ({
  newest: db
    .select({ id: settingVersions.id, value: settingVersions.value })
    .from(settingVersions)
    .where(eq(settingVersions.name, sql.placeholder('name')))
    .orderBy(desc(settingVersions.id))
    .limit(1)
    .prepare(),
  versions: db
    .select()
    .from(settingVersions)
    .where(eq(settingVersions.name, sql.placeholder('name')))
    .orderBy(desc(settingVersions.id))
    .limit(sql.placeholder('limit'))
    .prepare(),
  savedTimes: db.$client.prepare<[string], { name: SettingName; savedAt: string }>(
    `SELECT v.name, v.created_at AS savedAt FROM json_each(?) setting CROSS JOIN setting_versions v
       ON v.id = (SELECT max(id) FROM setting_versions WHERE name = setting.value)`,
  ),
}));

/** What the desk shows and changes: the saved value, also while a draft is looked at. `version` is 0 for the default. */
export function readSetting(db: Database, name: SettingName): { value: unknown; version: number } {
  const row = reads(db).newest.get({ name });
  const value: unknown = row?.value ? JSON.parse(row.value) : settings[name].shipped;
  return { value, version: row?.id ?? 0 };
}

const keptVersions = 100;

export type SettingVersion = {
  id: number;
  value: unknown;
  isShipped: boolean;
  savedBy: string | null;
  savedAt: string;
};

export const findVersions = (db: Database, name: SettingName, limit: number = keptVersions): SettingVersion[] =>
  reads(db)
    .versions.all({ name, limit })
    .map(({ id, value, savedBy, createdAt }) => ({
      id,
      value: value === null ? settings[name].shipped : JSON.parse(value),
      isShipped: value === null,
      savedBy,
      savedAt: createdAt,
    }));

/** When each setting was last saved. */
export const findSavedTimes = (db: Database): ReadonlyMap<SettingName, string> =>
  new Map(
    reads(db)
      .savedTimes.all(JSON.stringify(settingNames))
      .map(({ name, savedAt }) => [name, savedAt]),
  );

/** Whether all fields of two values read the same. */
function isSame(name: SettingName, first: unknown, second: unknown): boolean {
  const form = settingForms[name];
  const write = (value: unknown): string =>
    JSON.stringify([toFormValues(form, value), (form.kept ?? []).map((part) => getPart(value, part) ?? null)]);
  return write(first) === write(second);
}

/** Appends a version, and deletes the oldest beyond the bound. */
export function storeVersion(
  db: Database,
  {
    name,
    value,
    savedBy,
    now,
    isDefault = isSame(name, value, settings[name].shipped),
  }: { name: SettingName; value: unknown; savedBy: string | null; now: Date; isDefault?: boolean },
): number {
  const text = isDefault ? null : JSON.stringify(value);
  const { lastInsertRowid } = db
    .insert(settingVersions)
    .values({ name, value: text, savedBy, createdAt: now.toISOString() })
    .run();
  const kept = db
    .select({ id: settingVersions.id })
    .from(settingVersions)
    .where(eq(settingVersions.name, name))
    .orderBy(desc(settingVersions.id))
    .limit(keptVersions);
  db.delete(settingVersions)
    .where(and(eq(settingVersions.name, name), notInArray(settingVersions.id, kept)))
    .run();
  return Number(lastInsertRowid);
}

/** What stands at the head of every page is for owners. */
export const getSettingPermission = (name: SettingName): Permission =>
  name === 'shop' || name === 'look' || name === 'sections' ? 'shop' : 'texts';

function save(context: CommandContext, name: SettingName, value: unknown, action: string): number {
  const { db, now, actor } = context;
  const id = storeVersion(db, { name, value, savedBy: actor.user?.name ?? null, now });
  db.delete(settingDrafts)
    .where(and(eq(settingDrafts.name, name), eq(settingDrafts.operatorId, actor.user?.id ?? '')))
    .run();
  recordAuditEvent(context, { subject: 'setting', subjectId: name, title: settingForms[name].title, action });
  return id;
}

type Change = { name: SettingName; value: unknown; version?: number | undefined };
export type SavedSetting = { name: SettingName; version: number; value: unknown };

const change: z.ZodType<Change> = z
  .object({ name: z.enum(settingNames), value: z.unknown(), version: seenVersion })
  .superRefine(({ name, value }, context) => {
    checkSetting(settingForms[name], value, settings[name].shipped, (path, reason) =>
      context.addIssue({ code: 'custom', path: path.split('.'), message: encodeReason(reason) }),
    );
  });

/** Names of the fields of `rows` whose vehicle is not in the catalogue, as visitors see it. */
function findUnknownVehicles(db: Database, { rows }: SettingForm, value: unknown): string[] {
  const entries = rows.flatMap((part) => {
    const paths = Object.keys(part.fields).filter((path) => part.fields[path]?.kind === 'vehicle');
    const list = getPart(value, part.path);
    if (paths.length === 0 || !Array.isArray(list)) return [];
    return list.flatMap((row: unknown, at) =>
      paths.map((path) => ({ name: getFieldName(part, at, path), vehicle: String(getPart(row, path)) })),
    );
  });
  const ids = findVehicleSummaries(
    db,
    entries.map(({ vehicle }) => vehicle),
  ).map(({ id }) => id);
  return entries.filter(({ vehicle }) => !ids.includes(vehicle)).map(({ name }) => name);
}

/** The value as it is stored: what the form leaves out is that of the present one. */
function prepare(db: Database, { name, value, version }: Change): Result<{ value: unknown; version: number }> {
  const present = readSetting(db, name);
  if (version !== undefined && version !== present.version) return createVersionConflict('text');
  const checked = checkSetting(settingForms[name], value, present.value, () => undefined);
  if (name === 'shop' && isPart(checked)) checked.nameInHindi ??= '';
  const unknown = findUnknownVehicles(db, settingForms[name], checked);
  if (unknown.length > 0) {
    const errors = Object.fromEntries(unknown.map((field) => [field, { code: 'vehicle_not_found' } as const]));
    return invalid(errors);
  }
  return settings[name].schema.safeParse(checked).success
    ? ok({ value: checked, version: present.version })
    : invalid({});
}

/** Saves a version; operators only. The same value again is no version. */
export const changeSetting = defineCommand<Change, SavedSetting>({
  name: 'change-setting',
  schema: () => change,
  limit: 'write',
  changes: ({ name }) => ({ table: 'settings', id: name }),
  run(input, context) {
    const { name } = input;
    const operator = requirePermission(context.actor, getSettingPermission(name));
    if (!operator.ok) return operator;
    const prepared = prepare(context.db, input);
    if (!prepared.ok) return prepared;
    const { value, version } = prepared.value;
    const present = readSetting(context.db, name);
    if (isSame(name, value, present.value)) return ok({ name, version, value });
    return ok({ name, version: save(context, name, value, 'changed'), value });
  },
});

/** Brings a version back as the newest one; 0 for the default. */
export const restoreSetting = defineCommand<{ name: SettingName; version: number }, SavedSetting>({
  name: 'restore-setting',
  schema: () => z.object({ name: z.enum(settingNames), version: z.int().nonnegative() }),
  limit: 'write',
  run({ name, version }, context) {
    const operator = requirePermission(context.actor, getSettingPermission(name));
    if (!operator.ok) return operator;
    const kept =
      version === 0
        ? { value: settings[name].shipped }
        : findVersions(context.db, name).find(({ id }) => id === version);
    if (!kept) return err({ kind: 'not-found', code: 'version_not_found' });
    const action = version === 0 ? 'as shipped again' : 'an earlier version again';
    return ok({ name, version: save(context, name, kept.value, action), value: kept.value });
  },
});

/** Keeps what is typed for ten minutes, to look at; it is saved nowhere else. */
export const previewSetting = defineCommand<Change, { secret: string }>({
  name: 'preview-setting',
  schema: () => change,
  limit: 'write',
  run(input, { db, actor, now }) {
    const operator = requirePermission(actor, getSettingPermission(input.name));
    if (!operator.ok) return operator;
    const prepared = prepare(db, { ...input, version: undefined });
    if (!prepared.ok) return prepared;
    return ok({ secret: storeDraft({ db, now }, operator.value.id, input.name, prepared.value.value) });
  },
});

/** @returns the secret of the browser that is shown the draft */
function storeDraft(
  { db, now }: Pick<CommandContext, 'db' | 'now'>,
  operatorId: string,
  name: SettingName,
  value: unknown,
): string {
  const secret = generateSecret();
  const draft = { value: JSON.stringify(value), secretHash: sha256(secret), createdAt: now.toISOString() };
  db.insert(settingDrafts)
    .values({ ...draft, name, operatorId })
    .onConflictDoUpdate({ target: [settingDrafts.operatorId, settingDrafts.name], set: draft })
    .run();
  return secret;
}

const isNamedIn = (table: typeof settingVersions | typeof settingDrafts): SQL =>
  sql`EXISTS (SELECT 1 FROM ${table} v WHERE v.name = 'look' AND json_extract(v.value, '$.logo.hash') = ${shopLogos.hash})`;

/** Keeps the pixels of a logo for the versions and drafts that name it. @returns the look with it */
function storeLogo({ db, now }: CommandContext, logo: Logo | null): Part {
  const { value } = readSetting(db, 'look');
  const hash = logo && sha256(logo.webp);
  if (logo && hash !== null) {
    db.insert(shopLogos)
      .values({ hash, ...logo, createdAt: now.toISOString() })
      .onConflictDoNothing()
      .run();
  }
  return { ...(isPart(value) ? value : {}), logo: logo && { hash, width: logo.width, height: logo.height } };
}

function deleteUnusedLogos({ db }: CommandContext): void {
  db.delete(shopLogos)
    .where(sql`NOT ${isNamedIn(settingVersions)} AND NOT ${isNamedIn(settingDrafts)}`)
    .run();
}

type LogoChange = { logo: Logo | null; isPreview: boolean };

const logoChange: z.ZodType<LogoChange> = z.object({
  logo: z.custom<Logo | null>(
    (logo) => logo !== undefined,
    failWith({ code: 'required', values: { label: 'Picture' } }),
  ),
  isPreview: z.boolean(),
});

/** A new version of the look, or a draft of it; no logo takes the present one out of it. */
export const changeShopLogo = defineCommand<LogoChange, { secret: string | null; hash: string | null }>({
  name: 'change-shop-logo',
  schema: () => logoChange,
  limit: 'write',
  run({ logo, isPreview }, context) {
    const operator = requirePermission(context.actor, 'shop');
    if (!operator.ok) return operator;
    const look = storeLogo(context, logo);
    const secret = isPreview ? storeDraft(context, operator.value.id, 'look', look) : null;
    if (!isPreview) save(context, 'look', look, logo ? 'logo given' : 'logo removed');
    deleteUnusedLogos(context);
    return ok({ secret, hash: logo && sha256(logo.webp) });
  },
});

export function purgeDrafts(db: Database, now: Date): number {
  return db
    .delete(settingDrafts)
    .where(lte(settingDrafts.createdAt, getOldestDraft(now)))
    .run().changes;
}
