import { once } from './once';

/** The business is in India: "today" is today there, wherever the server or the visitor may be. */
const TIME_ZONE = 'Asia/Kolkata';

// en-IN writes September as "Sept" and puts hyphens between the parts, so the parts are named and joined here.
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

// Made when they are first asked for: a browser takes long to, and most screens tell no time.
const dayInIndia = once(
  () => new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE, year: 'numeric', month: '2-digit', day: '2-digit' }),
);
const timeInIndia = once(
  () => new Intl.DateTimeFormat('en-IN', { timeZone: TIME_ZONE, hour: 'numeric', minute: '2-digit' }),
);

/** The day (`YYYY-MM-DD`) of a moment, in Asia/Kolkata. */
export function dayOf(moment: Date): string {
  return dayInIndia().format(moment);
}

/** A moment as `14 Oct 2025, 3:05 pm`, in Asia/Kolkata. */
export const momentText = (moment: Date): string => `${dayText(dayOf(moment))}, ${timeInIndia().format(moment)}`;

/** The parts of a day `YYYY-MM-DD`; null for anything else. */
function partsOf(day: string): { year: string; month: string; date: number } | null {
  const [, year, monthNumber, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const month = MONTHS[Number(monthNumber) - 1];
  return year && month ? { year, month, date: Number(date) } : null;
}

/** A day `YYYY-MM-DD` as `14 Oct 2025`. Text that is no day comes back as it is. */
export function dayText(day: string): string {
  const parts = partsOf(day);
  return parts ? `${parts.date} ${parts.month} ${parts.year}` : day;
}

/** The month and year of a day `YYYY-MM-DD`, for what is expected but not fixed; null for text that is no day. */
export function monthOf(day: string): { month: string; year: string } | null {
  const parts = partsOf(day);
  return parts && { month: parts.month, year: parts.year };
}
