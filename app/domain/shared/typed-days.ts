import { isDay, LONG_MONTHS } from './dates';
import { toAsciiDigits } from './typed-numbers';

const numeric = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/;
const yearFirst = /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})$/;
const dayAndName = /^(\d{1,2})(?:st|nd|rd|th)?[ -]?([a-z]{3,9})\.?,?[ -]?(\d{4})$/;
const nameAndDay = /^([a-z]{3,9})\.? ?(\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/;

/** Three letters at least; 0 for any other word. */
const findMonth = (word: string): number => 1 + LONG_MONTHS.findIndex((month) => month.toLowerCase().startsWith(word));

/** Day first, as in India: '31/12/2026', '31 Dec 2026'. @returns `YYYY-MM-DD`; null for anything else */
export function parseTypedDay(text: string): string | null {
  const plain = toAsciiDigits(text.normalize('NFC').replace(/\p{Cf}/gu, ''))
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();
  const toDay = (year: string | undefined, month: string | number | undefined, date: string | undefined) => {
    const day = [year, String(month).padStart(2, '0'), String(date).padStart(2, '0')].join('-');
    return isDay(day) ? day : null;
  };
  const [, date, , month, year] = numeric.exec(plain) ?? [];
  if (year) return toDay(year, month, date);
  const [, firstYear, , secondMonth, lastDate] = yearFirst.exec(plain) ?? [];
  if (firstYear) return toDay(firstYear, secondMonth, lastDate);
  const [, dateBefore, name = '', yearAfter] = dayAndName.exec(plain) ?? [];
  if (yearAfter) return toDay(yearAfter, findMonth(name), dateBefore);
  const [, nameBefore = '', dateAfter, yearLast] = nameAndDay.exec(plain) ?? [];
  return yearLast ? toDay(yearLast, findMonth(nameBefore), dateAfter) : null;
}
