import { toAsciiDigits } from './typed-numbers';

/* docs/product.md, "Phone numbers". */

export const maxPhoneLength = 40;

const betweenNumbers = /[/,;|&\n]|\b(?:or|and)\b/i;
const label = /^\s*(?:tel|phone|ph|mob|mobile)\s*[.:]/i;
/** A shorter text before a slash is no phone number. */
const minDigits = 6;

const removeMarks = (text: string): string => text.replace(/[\s\-().]/g, '');

/** ASCII digits, hyphens for dashes, and nothing that cannot be seen. */
const toPlainText = (text: string): string =>
  toAsciiDigits(text.normalize('NFKC'))
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-');

const toOneNumber = (text: string): string => text.replace(label, '').replace(/\s+/g, ' ').trim();

/** A longer text is no list of phone numbers, which bounds the time of parsing. */
const maxListLength = 500;

function splitNumbers(text: string): string[] {
  if (text.length > maxListLength) return [text];
  const plain = toPlainText(text);
  const parts = plain.split(betweenNumbers).map(toOneNumber).filter(Boolean);
  const isList = parts.every((part) => /^[+\d\s\-.()]*\d[\s\-.()]*$/.test(part));
  return isList && removeMarks(parts[0] ?? '').length >= minDigits ? parts : [toOneNumber(plain)];
}

type IndianNumber = {
  kind: 'mobile' | 'landline' | 'toll-free';
  /** Without country code and leading 0. */
  digits: string;
  /** The same with spaces. */
  text: string;
};

/** Cities whose area code has two digits. That of Ahmedabad and Bengaluru begins like mobile numbers. */
const metro = /^(?:(?:11|20|22|33|40|44)[2-8]|79[246]|80[2346])\d{7}$/;
/** An area code of three or four digits with a 0 or the country code before, apart from the subscriber's number. */
const areaCodeApart = /^\(?(?:(?:\+|00|0)?91[\s\-.(]*0?|0)[\s\-.()]*([1-8]\d{2,3})[\s\-.)]+([2-7]\d{5,6})$/;

function readIndianDigits(digits: string, typed: string): IndianNumber | null {
  if (/^(?:1800|1860)\d{6,7}$/.test(digits)) {
    return { kind: 'toll-free', digits, text: digits.replace(/^(\d{4})(\d{3})/, '$1 $2 ') };
  }
  if (metro.test(digits)) return { kind: 'landline', digits, text: digits.replace(/^(..)(....)/, '$1 $2 ') };
  const [, area, subscriber] = areaCodeApart.exec(typed) ?? [];
  if (area !== undefined && `${area}${subscriber}` === digits && digits.length === 10) {
    return { kind: 'landline', digits, text: `${area} ${subscriber}` };
  }
  if (/^[6-9]\d{9}$/.test(digits)) return { kind: 'mobile', digits, text: digits.replace(/^(.{5})/, '$1 ') };
  return /^[1-5]\d{2}\d?[2-7]\d{5,6}$/.test(digits) && digits.length === 10
    ? { kind: 'landline', digits, text: digits }
    : null;
}

/** Reads an Indian number with or without `0`, `91`, `+91` or `0091` before, also with a 0 after these. */
function readIndianNumber(typed: string): IndianNumber | null {
  if (typed.length > maxListLength) return null;
  const plain = removeMarks(typed);
  const beginnings = [/^/, /^0/, /^(?:\+|00|0)?910?/];
  for (const beginning of beginnings) {
    const indian = readIndianDigits(plain.replace(beginning, ''), typed);
    if (indian) return indian;
  }
  return null;
}

/** '+91 98123 45678'; of several numbers the first. Any other text is returned, for `isPhoneNumber`. Idempotent. */
export function normalizePhone(text: string): string {
  const [first = ''] = splitNumbers(text);
  const indian = readIndianNumber(first);
  if (indian === null) return first;
  return indian.kind === 'toll-free' ? indian.text : `+91 ${indian.text}`;
}

/** docs/product.md, "Contact messages": up to 16 digits. @param text normalized */
export const isPhoneNumber = (text: string): boolean =>
  text.length <= maxPhoneLength && /^\+?[1-9]\d{0,15}$/.test(text.replace(/[\s\-()]/g, ''));

/** Less strict than the rule. With a leading 0, an Indian number has eleven digits. */
export const phonePattern = String.raw`(?![\s\-\(\)]*0(?:\D*\d){0,9}\D*$)(?=.*[^A-Za-z\s0\+\-\(\)])(?:[^A-Za-z]|[A-Za-z]{2,6}\s*[.:]|[Oo][Rr]|[Aa][Nn][Dd])*`;

/** The number that is taken of a text with several; null for a text with a single number, and for one without. */
export function findTakenPhone(text: string | undefined): string | null {
  if (text === undefined || splitNumbers(text).length < 2) return null;
  const taken = normalizePhone(text);
  return isPhoneNumber(taken) ? taken : null;
}

/** @param taken as `findTakenPhone` returns it */
export const formatTakenPhone = (taken: string): string => `We took the first of the phone numbers: ${taken}.`;

/** An Indian number without country code, all digits of any other; empty if there are none. */
export function toPhoneKey(phone: string): string {
  const [first = ''] = splitNumbers(phone);
  return readIndianNumber(first)?.digits ?? first.replace(/\D/g, '');
}

type Dialled = { number: string; hasChat: boolean };

function findDialled(phone: string): Dialled | null {
  const [first = ''] = splitNumbers(phone);
  const indian = readIndianNumber(first);
  if (indian?.kind === 'toll-free') return { number: indian.digits, hasChat: false };
  if (indian) return { number: `+91${indian.digits}`, hasChat: indian.kind === 'mobile' };
  // Abroad too, a 0 in brackets is for calls within the country.
  const number = removeMarks(first.replace('(0)', ''));
  return /^\+(?!91)[1-9]\d{7,14}$/.test(number) ? { number, hasChat: true } : null;
}

/** The `tel:` link of a number, also of one that an older version stored as typed; undefined if it has none. */
export function createPhoneHref(phone: string): string | undefined {
  const dialled = findDialled(phone);
  return dialled ? `tel:${dialled.number}` : undefined;
}

/** The WhatsApp link of an Indian mobile number, or of any number abroad; undefined for any other. */
export function createWhatsappHref(phone: string): string | undefined {
  const dialled = findDialled(phone);
  return dialled?.hasChat ? `https://wa.me/${dialled.number.slice(1)}` : undefined;
}
