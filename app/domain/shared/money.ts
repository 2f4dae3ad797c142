const RUPEES_IN_A_LAKH = 100_000;
const RUPEES_IN_A_CRORE = 10_000_000;
/**
 * Positions of the commas in Indian grouping: before the last three digits, and before each pair of digits before them.
 */
const commas = /\B(?=(?:\d\d)*\d{3}$)/g;

/**
 * Formats a number in Indian grouping with a maximum of decimals. Implemented by hand, because loading the engine's own
 * formatter blocks a phone for a tenth of a second.
 */
function groupDigits(number: number, decimals: number): string {
  const [whole = '', fraction] = number.toFixed(decimals).split('.');
  const digits = fraction?.replace(/0+$/, '');
  return whole.replace(commas, ',') + (digits ? `.${digits}` : '');
}

/**
 * Formats a count in Indian grouping: 1236 is `1,236`, 184000 is `1,84,000`.
 *
 * @param count absolute value below 10 to the 21st; fractions are rounded
 */
export function formatCount(count: number): string {
  return groupDigits(count, 0);
}

/** Creates a formatter of figures with a unit: '1,250 km'. */
export const createUnitFormat =
  (unit: string) =>
  (figure: number): string =>
    `${formatCount(figure)} ${unit}`;

/**
 * Formats the exact amount: 184000 is `₹1,84,000`. For forms, panels and amounts that are added up.
 *
 * @param rupees whole rupees; fractions are rounded, the minus sign comes before the rupee sign
 */
export function formatRupees(rupees: number): string {
  const whole = Math.round(rupees);
  return `${whole < 0 ? '-' : ''}₹${groupDigits(Math.abs(whole), 0)}`;
}

/**
 * Formats an amount as it is spoken: from one lakh in lakhs with at most two decimals (`₹1.84 Lakh`, `₹2 Lakh`), from
 * one crore in crores (`₹1.23 Crore`), below exactly (`₹74,958`). For cards and headings that lead to the exact amount.
 *
 * @param rupees whole rupees, 0 or more
 */
export function formatPrice(rupees: number): string {
  if (rupees < RUPEES_IN_A_LAKH) return formatRupees(rupees);
  // Rounded before dividing: as a fraction of a lakh, a half has no exact binary representation.
  const toHundredths = (unit: number): number => Math.round(rupees / (unit / 100));
  // Amounts just below a crore round to 100 lakh.
  const lakhs = toHundredths(RUPEES_IN_A_LAKH);
  return lakhs < 100 * (RUPEES_IN_A_CRORE / RUPEES_IN_A_LAKH)
    ? `₹${groupDigits(lakhs / 100, 2)} Lakh`
    : `₹${groupDigits(toHundredths(RUPEES_IN_A_CRORE) / 100, 2)} Crore`;
}

/**
 * Parses a number as people type it: digits of any Indian script with a decimal point, also `1e5`, as spreadsheets write
 * it, so that a value that is far too large is reported as too large. Rejects commas, because in a rate or a mileage a
 * comma may be meant as a decimal point.
 *
 * @returns null if the text is not a number
 */
export function parseTypedNumber(text: string): number | null {
  const plain = toAsciiDigits(text.trim());
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e\+?\d{1,2})?$/i.test(plain) ? Number(plain) : null;
}

const units = /(?<=\p{Nd})\s*(?:km\s?\/\s?[lh]|kmp[lh]|kms?|cc|kg|mm|ps|bhp|days?)\.?$/iu;

/** Removes a unit that people type after a figure: '12,000 km', '150cc'. */
export const removeUnit = (text: string): string => text.trim().replace(units, '');

/**
 * Converts digits of every Indian script, Arabic and full-width ones to ASCII. Indian blocks begin their digits at a
 * multiple of sixteen plus six, the others at a multiple of sixteen.
 */
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
const currency = /^(?:rs\.?|inr|रु\.?)|(?:rs\.?|inr|rupees?|रुपय?[ेए])?(?:\/-)?$/g;
const scaledNumbers = /(\d+(?:\.\d*)?|\.\d+)(\p{L}[\p{L}\p{M}]*)/gu;
const scaledNumbersOnly = /^(?:(?:\d+(?:\.\d*)?|\.\d+)\p{L}[\p{L}\p{M}]*)+(?<rest>\d*)$/u;
/** Maximum length of an amount, which bounds the parsing time. */
const maxAmountLength = 60;

/** A point before three digits, which separates thousands in other countries: "85.000". */
const thousandsPoint = /^(\d{1,3})\.(\d{3})$/;
/** A comma before a fraction of a lakh or another multiple: "1,2 lakh". */
const decimalComma = /^(\d{1,3}),(\d{1,2})(\p{L}[\p{L}\p{M}]*)$/u;
/** Two amounts, the first of which may have the multiple of the second: "80-85k". */
const twoAmounts = /^(\d[\d.,]*)(\p{L}[\p{L}\p{M}]*)?(?:-|–|—|to)(\d[\d.,]*)(\p{L}[\p{L}\p{M}]*)?$/u;

/** The two amounts that a text can mean, the lower one first; null if it can be read in one way only. */
export function findReadings(text: string): readonly [low: number, high: number] | null {
  if (text.length > maxAmountLength) return null;
  const plain = toAsciiDigits(text.normalize('NFC')).toLowerCase().replace(/[₹\s]/gu, '').replace(currency, '');
  const readBoth = (first: string, second: string): readonly [number, number] | null => {
    const [low, high] = [parseAmount(first), parseAmount(second)];
    return low === null || high === null || low === high ? null : [Math.min(low, high), Math.max(low, high)];
  };
  const [, whole = '', thousands] = thousandsPoint.exec(plain) ?? [];
  if (thousands !== undefined) return readBoth(`${whole}.${thousands}`, whole + thousands);
  const [, before = '', after = '', multiple] = decimalComma.exec(plain) ?? [];
  if (multiple !== undefined) return readBoth(`${before}.${after}${multiple}`, before + after + multiple);
  const [, first, unit, second, lastUnit = ''] = twoAmounts.exec(plain) ?? [];
  if (first === undefined || second === undefined) return null;
  return readBoth(first + (unit ?? lastUnit), second + lastUnit);
}

/**
 * Parses an amount as people type it, such as money or kilometres. Ignores ₹, spaces and commas in any grouping, and
 * accepts the digits of every Indian script and "1.1 lakh", "90k", "1 lakh 20 thousand" (docs/product.md, "Money, dates
 * and figures").
 *
 * @returns null if the text is not an amount, or can be read as two (`findReadings`)
 */
export const parseTypedAmount = (text: string): number | null =>
  findReadings(text) === null ? parseAmount(text) : null;

function parseAmount(text: string): number | null {
  const plain = toAsciiDigits(text.normalize('NFC'))
    .toLowerCase()
    .replace(/[₹,\s]/gu, '')
    .replace(currency, '');
  const number = parseTypedNumber(plain);
  if (number !== null) return number;
  const rest = plain.length > maxAmountLength ? undefined : scaledNumbersOnly.exec(plain)?.groups?.rest;
  if (rest === undefined) return null;
  let amount = 0;
  let previous = Number.POSITIVE_INFINITY;
  for (const [, figure, word = ''] of plain.matchAll(scaledNumbers)) {
    const times = multipliers.find(([words]) => words.test(word))?.[1];
    // Multipliers descend: "1 lakh 20 thousand".
    if (times === undefined || times >= previous) return null;
    amount += Number(figure) * times;
    previous = times;
  }
  // Rounded to two decimals: 1.15 has no exact binary representation.
  return Math.round((amount + Number(rest)) * 100) / 100;
}
