import { z } from 'zod';
import { readContent } from './content-file.server';

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const workingHours = readContent('workingHours', z.array(z.object({ days: z.string(), opens: clock, closes: clock })));

/** '09:00' as 9, '19:30' as 7:30. */
function onTheDial(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}${minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`}`;
}

/** Working hours of the business in words: 'Mon-Sat 9-7, Sun 10-5'. */
export const workingHoursText = workingHours
  .map(({ days, opens, closes }) => `${days} ${onTheDial(opens)}-${onTheDial(closes)}`)
  .join(', ');
