import type { FigureReason } from './result';
import { groupDigits } from './money';

/* docs/product.md, "Money, dates and figures". What can mean two numbers, or another measure, is none. */

export type Measure =
  | ('rupees' | 'km' | 'km/h' | 'km/l' | 'days' | 'years' | 'months' | 'percent' | 'cc' | 'PS' | 'mm' | 'cm' | 'kg')
  | ('litres' | 'hours' | 'kW' | 'kWh')
  | ('year' | 'owner' | 'count');

const kilometre =
  'km|kms|kilomet(?:er|re)s?|कि\\.? ?मी|किलोमीटर|কি\\.? ?মি|கி\\.? ?மீ|కి\\.? ?మీ|ಕಿ\\.? ?ಮೀ|കി\\.? ?മീ|કિ\\.? ?મી';

/** Units as people write them, by the name that errors use. The first that matches at the end of a text is its unit. */
const unitWords: Readonly<Record<string, string>> = {
  rupees: '/-|-/|/=|₹|rs|inr|rupees?|रु|रुपय?[ेए]|रुपया',
  'km/l': `(?:${kilometre}) ?(?:/|per) ?(?:l|li?te?r?e?|ltr|charge)|kmpl|kpl`,
  'km/h': `(?:${kilometre}) ?(?:/|per) ?(?:h|hr|hour)|kmp?h|kph`,
  km: `(?:${kilometre})(?: driven| run)?`,
  days: '(?:days?|दिन)(?: old| used)?',
  years: '(?:years?|yrs?|साल|वर्ष)(?: old| used)?',
  months: 'months?|mths?|महीन[ेा]',
  percent: '%|per ?cent|(?:(?:%|percent) )?(?:p\\.? ?a|per annum)',
  cc: 'cc|सीसी',
  PS: 'ps|bhp|hp',
  mm: 'mm',
  cm: 'cms?',
  kg: 'kgs?',
  owner: '(?:st|nd|rd|th)?(?: ?(?:owner|hand))|st|nd|rd|th',
  year: 'model',
  miles: 'mi|miles?',
  mph: 'mph',
  weeks: 'weeks?',
  hours: 'hours?|hrs?',
  litres: 'lit(?:er|re)s?|ltrs?',
  kW: 'kw',
  kWh: 'kwh',
  feet: 'ft|feet|foot',
  inches: 'in|inch(?:es)?',
};
const createUnitPattern = (words: string): RegExp => new RegExp(`(^|[^\\p{L}\\p{M}]|.(?=/-))(?:${words})\\.?$`, 'u');
const createUnitPatterns = () =>
  Object.entries(unitWords).map(([name, words]) => [name, createUnitPattern(words)] as const);
// Left out of scripts that read no numbers.
const unitPatterns = /* @__PURE__ */ createUnitPatterns();

/** Units that a measure accepts in addition to its own: a top speed is spoken of in km, an electric range too. */
const furtherUnits: Readonly<Record<string, string>> = { 'km/h': 'km', 'km/l': 'km' };

const remark =
  /([^\p{L}\p{M}])(?: -|[\s,;(])*(?:only|(?:slightly |non[ -]?|not )?neg(?:o|otiable)?|fixed|final|मात्र)[.)\s]*$/u;
const currency = /^(?:₹|rs|inr|रु)[.:]? ?(?=[\d.+-])/;

/** Indian blocks begin their digits at a multiple of sixteen plus six, the others at a multiple of sixteen. */
export const toAsciiDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u0d6f\uff10-\uff19]/g, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    if (!/\p{Nd}/u.test(sign)) return sign;
    return String((code & 15) - (code >= 0x0966 && code <= 0x0d6f ? 6 : 0));
  });

/** Words that multiply a number: a subset of `db/seed/search/words.json` small enough for browsers. */
const multipliers: readonly (readonly [words: RegExp, times: number])[] = [
  [/^(?:k|th|thousands?|ha?[zj]a{0,2}r|हज\u093c?ार|হাজার|হাজাৰ|ହଜାର|ஆயிரம்|వేలు|వేల|ಸಾವಿರ|ആയിരം|હજાર|ਹਜ਼ਾਰ|ہزار)$/, 1_000],
  [/^(?:l|lk|laa?khs?|lacs?|लाख|লাখ|লক্ষ|லட்சம்|லட்சத்துக்கு|లక్ష|లక్షలు|లక్షల|ಲಕ್ಷ|ലക്ഷം|ലക്ഷത്തിൽ|ଲକ୍ଷ|લાખ|ਲੱਖ|لاکھ)$/, 100_000],
  [/^(?:cr|crores?|karod|करोड\u093c?)$/, 10_000_000],
];
const scaledNumbers = /(\d+(?:\.\d*)?|\.\d+)(\p{L}[\p{L}\p{M}]*)/gu;
const scaledNumbersOnly = /^(?:(?:\d+(?:\.\d*)?|\.\d+)\p{L}[\p{L}\p{M}]*)+(?<ones>\d*)$/u;
const maxLength = 60;

/** Commas or spaces between groups of digits, of which the last has three; a comma elsewhere may be a decimal one. */
const groupedDigits = /(^|[^\d.,])(\d{1,3}(?:(?:, ?| )\d{2,3})*(?:, ?| )\d{3})(?!\d|, ?\d)/g;
/** A point before three digits, which separates thousands in other countries: "85.000". */
const thousandsPoint = /^(\d{1,3})\.(\d{3})$/;
const decimalComma = /^(\d+),(\d{1,2})(\p{L}[\p{L}\p{M}]*)?$/u;
/** Two numbers, the first of which may have the multiple of the second: "80-85k". */
const twoNumbers = /^(\d[\d.]*)(\p{L}[\p{L}\p{M}]*)?(?:-|–|—|to)(\d[\d.]*)(\p{L}[\p{L}\p{M}]*)?$/u;

type Readings = readonly [low: number, high: number];

export type TypedNumber =
  | { kind: 'number'; number: number }
  | { kind: 'readings'; readings: Readings }
  | { kind: 'unit'; unit: string }
  | { kind: 'none' };

/** Measures whose figures run to thousands, so that a point before three digits may separate them. */
const thousands: ReadonlySet<Measure> = new Set<Measure>(['rupees', 'km', 'days']);

const removeRemarks = (text: string): string => {
  let figure = text;
  for (let before = ''; before !== figure; ) {
    before = figure;
    figure = figure.replace(remark, '$1').trim();
  }
  return figure;
};

function removeUnits(text: string, measure: Measure): string {
  const names: readonly (string | undefined)[] = [measure, furtherUnits[measure]];
  const acceptedPatterns = unitPatterns.filter(([name]) => names.includes(name));
  let figure = removeRemarks(text);
  for (let before = ''; before !== figure; ) {
    before = figure;
    for (const [, pattern] of acceptedPatterns) figure = removeRemarks(figure.replace(pattern, '$1').trim());
  }
  return measure === 'rupees' ? figure.replace(currency, '') : figure;
}

/** The unit of another measure in a text that is a number without it; null for any other text. */
function findForeignUnit(figure: string, measure: Measure): string | null {
  const isFigure = (text: string): boolean => text !== figure && parseFigure(text, measure).kind !== 'none';
  if (isFigure(figure.replace(currency, ''))) return 'rupees';
  for (const [name, pattern] of unitPatterns) {
    if (isFigure(figure.replace(pattern, '$1').trim())) return name;
  }
  return null;
}

/** '₹1,10,000/- only', '12 thousand km', '१.२ लाख'. It is never guessed. */
export function readTypedNumber(text: string, measure: Measure): TypedNumber {
  // Invisible characters come along when text is copied from a chat.
  const plain = toAsciiDigits(text.normalize('NFC').replace(/\p{Cf}/gu, ''))
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();
  if (plain.length > maxLength) return { kind: 'none' };
  const figure = removeUnits(plain, measure);
  const number = parseFigure(figure, measure);
  if (number.kind !== 'none') return number;
  const unit = findForeignUnit(figure, measure);
  return unit === null ? number : { kind: 'unit', unit };
}

export function parseTypedNumber(text: string, measure: Measure): number | null {
  const typed = readTypedNumber(text, measure);
  return typed.kind === 'number' ? typed.number : null;
}

function parseFigure(figure: string, measure: Measure): TypedNumber {
  const compact = figure
    .replace(groupedDigits, (_, before: string, digits: string) => before + digits.replace(/[ ,]/g, ''))
    .replace(/ (?!\d)/g, '')
    .replace(/(\D) /g, '$1');
  const readings = findReadings(compact, measure);
  if (readings) return { kind: 'readings', readings };
  const number = parseNumber(compact);
  return number === null ? { kind: 'none' } : { kind: 'number', number };
}

function findReadings(compact: string, measure: Measure): Readings | null {
  const readBoth = (first: string, second: string): Readings | null => {
    // As they are displayed: with three decimals, a reading could itself be read as thousands.
    const [low, high] = [roundFigure(parseNumber(first)), roundFigure(parseNumber(second))];
    return low === null || high === null || low === high ? null : [Math.min(low, high), Math.max(low, high)];
  };
  const [, whole = '', lastThree] = (thousands.has(measure) && thousandsPoint.exec(compact)) || [];
  if (lastThree !== undefined) return readBoth(`${whole}.${lastThree}`, whole + lastThree);
  const [, before = '', after, multiple = ''] = decimalComma.exec(compact) ?? [];
  if (after !== undefined) return readBoth(`${before}.${after}${multiple}`, before + after + multiple);
  const [, first, unit, second, lastUnit = ''] = twoNumbers.exec(compact) ?? [];
  if (first === undefined || second === undefined) return null;
  const toWhole = (part: string): string => (thousands.has(measure) ? part.replace(thousandsPoint, '$1$2') : part);
  return readBoth(toWhole(first) + (unit ?? lastUnit), toWhole(second) + lastUnit);
}

const roundFigure = (figure: number | null): number | null => (figure === null ? null : Math.round(figure * 100) / 100);

function parseNumber(compact: string): number | null {
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e\+?\d{1,2})?$/.test(compact)) return Number(compact);
  const ones = scaledNumbersOnly.exec(compact)?.groups?.ones;
  if (ones === undefined) return null;
  let number = 0;
  let previous = Number.POSITIVE_INFINITY;
  for (const [, figure, word = ''] of compact.matchAll(scaledNumbers)) {
    const times = multipliers.find(([words]) => words.test(word))?.[1];
    // Multipliers descend: "1 lakh 20 thousand".
    if (times === undefined || times >= previous) return null;
    number += Number(figure) * times;
    previous = times;
  }
  // Rounded to two decimals: 1.15 has no exact binary representation.
  return Math.round((number + Number(ones)) * 100) / 100;
}

const isNamedByUnit = (measure: Measure): boolean => !['year', 'owner', 'count'].includes(measure);

export function findTypedError(label: string, text: string, measure: Measure): FigureReason {
  const typed = readTypedNumber(text, measure);
  if (typed.kind === 'readings') {
    const [low, high] = typed.readings;
    const values = { label, low: formatFigure(low, measure), high: formatFigure(high, measure) };
    return { code: 'ambiguous_number', values };
  }
  return typed.kind === 'unit' && isNamedByUnit(measure)
    ? { code: 'other_unit', values: { label, unit: measure, other: typed.unit } }
    : { code: 'not_a_number', values: { label } };
}

/** `href` in a form whose values are in the URL; a button in others. */
export type Reading = { value: string; label: string; href?: string };

export type FieldReadings = Readonly<Record<string, readonly Reading[] | undefined>>;

/** @param getHref URL with one reading in place of the text, in a form whose values are in the URL */
export function findFieldReadings(
  values: Readonly<Record<string, string>>,
  measures: Readonly<Record<string, Measure>>,
  getHref?: (name: string, value: string) => string,
): FieldReadings {
  return Object.fromEntries(
    Object.entries(measures).flatMap(([name, measure]) => {
      const typed = readTypedNumber(values[name] ?? '', measure);
      if (typed.kind !== 'readings') return [];
      const readings = typed.readings.map((figure): Reading => {
        const value = String(figure);
        return { value, label: formatFigure(figure, measure), ...(getHref && { href: getHref(name, value) }) };
      });
      return [[name, readings]];
    }),
  );
}

/** Formats a figure of a measure as errors and choices show it: '₹85,000', '85.5', '2021'. */
export function formatFigure(figure: number, measure: Measure): string {
  if (measure === 'rupees') return `₹${groupDigits(figure, 2)}`;
  return measure === 'year' ? String(figure) : groupDigits(figure, 2);
}
