import { vi } from 'vitest';
import type { Database, Statement } from '~db/connection';

/** Number of queries run on a database, prepared before or not. */
export function countReads(db: Database, read: () => void): number {
  const every: Pick<Statement, 'all' | 'get'> = Object.getPrototypeOf(db.$client.prepare('SELECT 1'));
  const spies = [vi.spyOn(every, 'all'), vi.spyOn(every, 'get')];
  read();
  const count = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  for (const spy of spies) spy.mockRestore();
  return count;
}
