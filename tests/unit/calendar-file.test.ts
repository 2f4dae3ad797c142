import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CalendarEntry, renderCalendarFile } from '~/domain/appointments/calendar';

const entry: CalendarEntry = {
  id: '0f6f2c1e-5a3b-4a1d-8b0e-6c5d4e3f2a1b',
  kind: 'test-ride',
  status: 'confirmed',
  branch: { id: 'showroom', name: 'Showroom', address: 'Shed 0; Yard, Bengaluru' },
  day: '2026-11-28',
  starts: '11:00',
  ends: '13:00',
  vehicleName: 'Classic 350',
  updatedAt: '2026-11-22T10:35:00.000Z',
  version: 2,
  reference: '0F6F-2C1E',
  url: 'https://bikes.example/appointment?key=abc',
};

const unfolded = (file: string): string[] => file.replaceAll('\r\n ', '').split('\r\n');

test('a calendar file has times of India, a sequence that rises, and escaped text', () => {
  const lines = unfolded(renderCalendarFile(entry, 'Dopahiya'));
  expect(lines).toEqual(
    expect.arrayContaining([
      'METHOD:PUBLISH',
      'UID:0f6f2c1e-5a3b-4a1d-8b0e-6c5d4e3f2a1b@dopahiya',
      'SEQUENCE:1',
      'DTSTAMP:20261122T103500Z',
      'DTSTART;TZID=Asia/Kolkata:20261128T110000',
      'DTEND;TZID=Asia/Kolkata:20261128T130000',
      'TZOFFSETTO:+0530',
      'SUMMARY:Test ride: Classic 350 (Dopahiya)',
      'LOCATION:Showroom\\, Shed 0\\; Yard\\, Bengaluru',
      'STATUS:CONFIRMED',
    ]),
  );
  expect(lines.at(-1)).toBe('');
  expect(unfolded(renderCalendarFile({ ...entry, status: 'cancelled' }, 'Dopahiya'))).toContain('STATUS:CANCELLED');
});

test('its lines end in CRLF, have 75 octets at most, and come back whole for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (name) => {
      const file = renderCalendarFile({ ...entry, vehicleName: name }, 'Dopahiya');
      for (const line of file.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line).not.toMatch(/[\r\n]/);
      }
      const summary = unfolded(file).find((line) => line.startsWith('SUMMARY:')) ?? '';
      const text = summary
        .slice('SUMMARY:'.length)
        .replaceAll(/\\(.)/g, (_all, sign: string) => (sign === 'n' ? '\n' : sign));
      const title = name === '' ? 'Test ride' : `Test ride: ${name.replaceAll(/\r\n|\r/g, '\n')}`;
      expect(Buffer.from(text)).toEqual(Buffer.from(`${title} (Dopahiya)`));
    }),
  );
});
