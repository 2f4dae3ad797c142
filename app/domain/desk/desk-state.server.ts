import type { Database } from '~db/connection';
import { publicSubjects } from '~db/enums';
import { reportedStatus } from '../moderation/moderation';
import { countUnsentMails } from '../outbox/outbox.server';
import type { SignedInUser } from '../shared/actor';
import { dayMs } from '../shared/dates';
import { mayUse } from '../shared/permissions';
import { countDeskEntries, waitingStatus } from './desk.queries.server';
import { countWaitingRequests } from './request.queries.server';
import { hasShortcuts } from './shortcuts.server';

/** Hours after which the newest backup is too old. */
const maxBackupAgeHours = 48;

const countCustomers = (db: Database): number =>
  Object.values(countWaitingRequests(db)).reduce((sum, { all }) => sum + all, 0) +
  countDeskEntries(db, 'conversation', waitingStatus.conversation);

const countStock = (db: Database): number =>
  publicSubjects
    .flatMap((subject) => [waitingStatus[subject], reportedStatus].map((status) => ({ subject, status })))
    .reduce((sum, { subject, status }) => sum + countDeskEntries(db, subject, status), 0);

/** All that waits for an operator. */
export const countWaiting = (db: Database): number => countCustomers(db) + countStock(db);

type Machine = { db: Database; clock: () => Date; newestBackup: Date | null };

/** @returns null while the newest backup is recent */
function describeBackup({ clock, newestBackup }: Machine): string | null {
  if (!newestBackup) return 'No backup';
  const age = clock().getTime() - newestBackup.getTime();
  if (age < (maxBackupAgeHours / 24) * dayMs) return null;
  return `No backup for ${Math.floor(age / dayMs)} days`;
}

/** What every page of the desk shows: what waits behind each section, and what is wrong with the machine. */
export const readDeskState = (machine: Machine, { id, name, role }: Pick<SignedInUser, 'id' | 'name' | 'role'>) => ({
  name,
  role,
  waiting: {
    customers: countCustomers(machine.db),
    stock: countStock(machine.db),
    team: mayUse({ role }, 'health') ? countUnsentMails(machine.db) : 0,
  },
  alarm: describeBackup(machine),
  hasShortcuts: hasShortcuts(machine.db, id),
});
