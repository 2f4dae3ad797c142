import { type Appointment, bringTexts, formatAppointmentTitle } from './appointment';

/** Never changes, so that a calendar finds its entry again. */
const calendarDomain = 'dopahiya';

export type CalendarEntry = Pick<
  Appointment,
  'id' | 'kind' | 'status' | 'branch' | 'day' | 'starts' | 'ends' | 'vehicleName' | 'updatedAt' | 'version'
> & {
  reference: string;
  url: string;
};

const calendarStatus = { requested: 'TENTATIVE', confirmed: 'CONFIRMED', done: 'CONFIRMED', cancelled: 'CANCELLED' };

/** Escapes text (RFC 5545, 3.3.11). */
const escapeText = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '\\n');

/** Maximum octets of a line, without its break (RFC 5545, 3.1). */
const maxLineOctets = 75;
const encoder = new TextEncoder();

/** Folds a line: continuation lines begin with a space, and no character is split. */
function foldLine(line: string): string {
  const lines: string[] = [];
  let part = '';
  let octets = 0;
  for (const letter of line) {
    const size = encoder.encode(letter).length;
    if (octets + size > maxLineOctets) {
      lines.push(part);
      part = ' ';
      octets = 1;
    }
    part += letter;
    octets += size;
  }
  return [...lines, part].join('\r\n');
}

/** '20261128T110000' */
const formatLocalTime = (day: string, time: string): string => `${day.replaceAll('-', '')}T${time.replace(':', '')}00`;
/** '20261122T103500Z' */
const formatUtcTime = (timestamp: string): string => timestamp.replaceAll(/[-:]|\.\d{3}/g, '');

const renderLines = (lines: readonly string[]): string => `${lines.map(foldLine).join('\r\n')}\r\n`;

const writeEvent = (entry: CalendarEntry, summary: string, description: string): string[] => {
  const { id, status, branch, day, starts, ends, updatedAt, version, url } = entry;
  return [
    'BEGIN:VEVENT',
    `UID:${id}@${calendarDomain}`,
    `SEQUENCE:${version - 1}`,
    `DTSTAMP:${formatUtcTime(updatedAt)}`,
    `DTSTART;TZID=Asia/Kolkata:${formatLocalTime(day, starts)}`,
    `DTEND;TZID=Asia/Kolkata:${formatLocalTime(day, ends)}`,
    `SUMMARY:${escapeText(summary)}`,
    `LOCATION:${escapeText(`${branch.name}, ${branch.address}`)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `URL:${url}`,
    `STATUS:${calendarStatus[status]}`,
    'END:VEVENT',
  ];
};

const writeCalendar = (shopName: string, events: readonly string[]): string =>
  renderLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${shopName}//Appointments//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VTIMEZONE',
    'TZID:Asia/Kolkata',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0530',
    'TZOFFSETTO:+0530',
    'TZNAME:IST',
    'END:STANDARD',
    'END:VTIMEZONE',
    ...events,
    'END:VCALENDAR',
  ]);

/** RFC 5545. After a change the same `UID` and a higher `SEQUENCE`: it replaces the calendar's entry. */
export const renderCalendarFile = (entry: CalendarEntry, shopName: string): string =>
  writeCalendar(
    shopName,
    writeEvent(
      entry,
      `${formatAppointmentTitle(entry)} (${shopName})`,
      `Reference ${entry.reference}\nBring: ${bringTexts[entry.kind]}\n${entry.url}`,
    ),
  );

/** For the desk: each visit under the name of its customer. */
export const renderAgendaFile = (
  entries: readonly (CalendarEntry & { name: string; phone: string })[],
  shopName: string,
): string =>
  writeCalendar(
    shopName,
    entries.flatMap((entry) =>
      writeEvent(
        entry,
        `${entry.name}: ${formatAppointmentTitle(entry)}`,
        `Reference ${entry.reference}\n${entry.phone}\n${entry.url}`,
      ),
    ),
  );
