import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { users } from '~db/schema/accounts';
import { appointments } from '~db/schema/appointments';
import { blockedSenders, conversationMessages, conversations, heldReplies } from '~db/schema/conversations';
import { reports } from '~db/schema/desk';
import { listingPhotos, listings } from '~db/schema/listings';
import { contactMessages, feedback, serviceRequests } from '~db/schema/requests';
import { imports, stockChangePhotos, stockChanges } from '~db/schema/stock';
import { vehiclePhotos, vehicles } from '~db/schema/vehicles';
import { hasFreshPassword, passwordRequired } from '../accounts/fresh-password';
import { forgetInvites } from '../accounts/team-invites.server';
import { forgetInAuditLog, recordForgetting } from '../moderation/audit-log.server';
import { forgetBlocked } from '../moderation/blocked-contacts.server';
import { forgetAddress } from '../outbox/outbox.server';
import { ownedTables } from '../own-data/stored-data.server';
import { deleteUnusedPhotos } from '../photos/photos.server';
import type { CommandContext } from '../shared/command.server';
import { commitInGroup } from '../shared/group-commit.server';
import { isTeamRole, requirePermission } from '../shared/permissions';
import { err, invalid, ok, type Result } from '../shared/result';
import { runCommand } from '../shared/run-command.server';
import {
  createSqlList,
  findPerson,
  isContactOf,
  type Person,
  personNotFound,
  selectOwnConversations,
  selectOwnFeedback,
  selectOwnRowsByContact,
  toContacts,
  validateContact,
} from './person.server';

/* Everything of a person, in writes that each take a few milliseconds (docs/product.md, "Forget a person"). */

const forgottenKinds = {
  account: ['account', 'accounts'],
  message: ['message', 'messages'],
  service: ['service request', 'service requests'],
  appointment: ['visit', 'visits'],
  feedback: ['feedback', 'feedbacks'],
  conversation: ['conversation', 'conversations'],
  listing: ['listing', 'listings'],
  photo: ['photo', 'photos'],
  mail: ['mail', 'mails'],
  other: ['other entry', 'other entries'],
} as const;
type ForgottenKind = keyof typeof forgottenKinds;
type ForgottenCounts = Record<ForgottenKind, number>;

/** '1 account, 2 messages' */
const describeForgotten = (counts: ForgottenCounts): string => {
  const parts = Object.entries(forgottenKinds).flatMap(([kind, [singular, plural]]) => {
    const amount = Object.entries(counts).find(([name]) => name === kind)?.[1] ?? 0;
    return amount === 0 ? [] : [`${amount} ${amount === 1 ? singular : plural}`];
  });
  return parts.length === 0 ? 'nothing' : parts.join(', ');
};

/** Rows of one write. A conversation has up to 500 messages, a listing ten photos. */
const rowsAtOnce = 5;
const smallRowsAtOnce = 200;

const removedText = 'Removed: whoever wrote this asked to be forgotten.';

type Step = {
  counts: ForgottenKind | null;
  /** @returns how many rows it handled; 0 ends the step */
  run: (context: CommandContext) => number;
};

const readIds = (db: Database, select: SQL): string[] => {
  const rows = db.select({ id: sql<string>`own.id` }).from(sql`(${select} LIMIT ${rowsAtOnce}) own`).all();
  return [...new Set(rows.map(({ id }) => id))];
};

type RequestTable = typeof contactMessages | typeof serviceRequests | typeof appointments | typeof feedback;

/** Triggers delete the request at the desk with its notes, next step and conversation. */
const forgetRequests = (
  subject: 'message' | 'service' | 'appointment' | 'feedback',
  table: RequestTable,
  select: SQL,
  counts: ForgottenKind | null = subject,
): Step => ({
  counts,
  run(context) {
    const ids = readIds(context.db, select);
    for (const id of ids) {
      forgetInAuditLog(context, subject, id);
      context.db.delete(table).where(eq(table.id, id)).run();
    }
    return ids.length;
  },
});

function forgetSide(db: Database, id: string, side: 'buyer' | 'seller'): void {
  db.update(conversationMessages)
    .set({ text: removedText })
    .where(and(eq(conversationMessages.conversationId, id), eq(conversationMessages.side, side)))
    .run();
  db.delete(heldReplies)
    .where(and(eq(heldReplies.conversationId, id), eq(heldReplies.side, side)))
    .run();
  db.update(reports)
    .set({ comment: null })
    .where(and(eq(reports.aboutKind, 'conversation'), eq(reports.aboutId, id), eq(reports.fromSide, side)))
    .run();
}

/** The other side keeps its own words, without the name of this one; without another side nothing stays. */
function forgetConversation(context: CommandContext, id: string, person: Person): void {
  const { db } = context;
  const row = db.select().from(conversations).where(eq(conversations.id, id)).get();
  if (!row) return;
  forgetInAuditLog(context, 'conversation', id);
  const isOwn = (userId: string | null): boolean => person.accounts.some((account) => account.id === userId);
  const isSeller = isOwn(row.sellerUserId);
  const isBuyer =
    isOwn(row.buyerUserId) ||
    [row.buyerEmail, row.buyerPhone].some((contact) => contact !== null && isContactOf(person, contact));
  const hasOther = isSeller
    ? !isBuyer && (row.buyerUserId !== null || row.buyerKeyHash !== null)
    : row.sellerKeyId !== null || row.sellerUserId !== null;
  if (row.buyerVisitorHash !== null && isBuyer) {
    const isOfBuyer = eq(blockedSenders.blockedVisitorHash, row.buyerVisitorHash);
    db.update(blockedSenders)
      .set({ name: 'Forgotten person' })
      // The index has the rows of visitors alone.
      .where(and(isNotNull(blockedSenders.blockedVisitorHash), isOfBuyer))
      .run();
  }
  if (!hasOther) {
    db.delete(conversations).where(eq(conversations.id, id)).run();
    return;
  }
  forgetSide(db, id, isSeller ? 'seller' : 'buyer');
  const changed = isSeller
    ? { sellerUserId: null, sellerSharesPhone: false, sellerSharesEmail: false }
    : {
        subject: 'Removed',
        buyerUserId: null,
        buyerKeyHash: null,
        buyerVisitorHash: null,
        buyerName: null,
        buyerEmail: null,
        buyerPhone: null,
        buyerSharesPhone: false,
        buyerSharesEmail: false,
      };
  db.update(conversations).set(changed).where(eq(conversations.id, id)).run();
}

type Offers =
  | { table: typeof listings; photosOf: typeof listingPhotos; subject: 'listing' }
  | { table: typeof vehicles; photosOf: typeof vehiclePhotos; subject: 'vehicle' };
const offers: readonly Offers[] = [
  { table: listings, photosOf: listingPhotos, subject: 'listing' },
  { table: vehicles, photosOf: vehiclePhotos, subject: 'vehicle' },
];

/** Photos are stored in the file of the site: what nothing else shows is gone with them. */
const forgetOffers = ({ table, photosOf, subject }: Offers, userIds: readonly string[]): Step[] => {
  const selectOwn = sql`SELECT id FROM ${table} WHERE owner_user_id IN ${createSqlList(userIds)}`;
  const offerId = sql.identifier(`${subject}_id`);
  return [
    {
      // What the desk would undo, with photos that it took away.
      counts: null,
      run({ db }) {
        const changes = db
          .select({ id: sql<number>`c.id` })
          .from(sql`(${selectOwn}) own CROSS JOIN ${stockChanges} c`)
          .where(sql`c.subject = ${subject} AND c.subject_id = own.id`)
          .limit(rowsAtOnce)
          .all();
        for (const { id } of changes) {
          const kept = db
            .select({ hash: stockChangePhotos.photoHash })
            .from(stockChangePhotos)
            .where(eq(stockChangePhotos.changeId, id))
            .all();
          db.delete(stockChanges).where(eq(stockChanges.id, id)).run();
          deleteUnusedPhotos(
            db,
            kept.map(({ hash }) => hash),
          );
        }
        return changes.length;
      },
    },
    {
      counts: 'photo',
      run({ db }) {
        const photoRows = db
          .select({ row: sql<number>`p.rowid`, hash: sql<string>`p.photo_hash` })
          .from(sql`(${selectOwn}) own CROSS JOIN ${photosOf} p`)
          .where(sql`p.${offerId} = own.id`)
          .limit(rowsAtOnce)
          .all();
        for (const { row } of photoRows) db.delete(photosOf).where(sql`rowid = ${row}`).run();
        deleteUnusedPhotos(
          db,
          photoRows.map(({ hash }) => hash),
        );
        return photoRows.length;
      },
    },
    {
      counts: 'listing',
      run(context) {
        const { db } = context;
        const ids = readIds(db, selectOwn);
        for (const id of ids) {
          forgetInAuditLog(context, subject, id);
          db.delete(table).where(eq(table.id, id)).run();
        }
        return ids.length;
      },
    },
  ];
};

/** The rest of an account, table by table, and the account last: its deletion cascades to rows that refer to it. */
const forgetAccount = (userId: string): Step[] =>
  [...ownedTables].reverse().map(({ table, owner, afterOwner, createOwnerCondition }) => ({
    counts: table === users ? 'account' : 'other',
    run(context) {
      const { db } = context;
      if (table === users) {
        forgetInAuditLog(context, 'account', userId);
        forgetBlocked(db, { userId });
        return db.delete(users).where(eq(users.id, userId)).run().changes;
      }
      const isOfBatch = sql`rowid IN (SELECT rowid FROM ${table} WHERE ${createOwnerCondition(userId)} LIMIT ${smallRowsAtOnce})`;
      if (afterOwner === 'delete') return db.delete(table).where(isOfBatch).run().changes;
      if (afterOwner !== 'unlink' || owner === undefined) return 0;
      const left = table === reports ? { [owner]: null, comment: null } : { [owner]: null };
      return db.update(table).set(left).where(isOfBatch).run().changes;
    },
  }));

function createSteps(person: Person): Step[] {
  const contacts = toContacts(person);
  const { emails, phones, accounts, sharedPhones } = person;
  const { userIds } = contacts;
  const once = (run: (context: CommandContext) => void): Step => ({
    counts: null,
    run: (context) => {
      run(context);
      return 0;
    },
  });
  return [
    // A file of customers that waits to be applied may name the person.
    once(({ db }) => {
      db.delete(imports)
        .where(and(eq(imports.kind, 'customers'), isNotNull(imports.content)))
        .run();
    }),
    forgetRequests('message', contactMessages, selectOwnRowsByContact('message', contacts)),
    forgetRequests('service', serviceRequests, selectOwnRowsByContact('service', contacts)),
    forgetRequests('appointment', appointments, selectOwnRowsByContact('appointment', contacts)),
    forgetRequests('feedback', feedback, selectOwnFeedback(person, { withAnonymous: false })),
    // Not counted: a number would reveal that the person wrote anonymously.
    forgetRequests('feedback', feedback, selectOwnFeedback(person, { withAnonymous: true }), null),
    {
      counts: 'conversation',
      run(context) {
        const ids = readIds(context.db, selectOwnConversations(person));
        for (const id of ids) forgetConversation(context, id, person);
        return ids.length;
      },
    },
    ...(userIds.length === 0 ? [] : offers.flatMap((of) => forgetOffers(of, userIds))),
    ...emails.map(
      (address): Step => ({ counts: 'mail', run: ({ db }) => forgetAddress(db, address, smallRowsAtOnce) }),
    ),
    ...accounts.flatMap(({ id }) => forgetAccount(id)),
    once(({ db, now }) => {
      for (const email of emails) {
        forgetBlocked(db, { email });
        forgetInvites(db, email);
      }
      for (const phone of phones) forgetBlocked(db, { phone });
      if (sharedPhones.length === 0) return;
      db.update(users)
        .set({ phone: null, updatedAt: now.toISOString(), version: sql`version + 1` })
        .where(inArray(users.id, sharedPhones))
        .run();
    }),
  ];
}

/** Freed pages of the file are overwritten, so that what was deleted cannot be read out of it. */
function withSecureDelete<Value>({ $client: sqlite }: Database, run: () => Value): Value {
  sqlite.pragma('secure_delete = ON');
  try {
    return run();
  } finally {
    sqlite.pragma('secure_delete = OFF');
  }
}

/** Whether the person can be forgotten by this operator; nothing is written. */
export function findPersonToForget(
  id: string,
  contact: string,
  { db, actor, now }: Pick<CommandContext, 'db' | 'actor' | 'now'>,
): Result<Person> {
  const operator = requirePermission(actor, 'erase');
  if (!operator.ok) return operator;
  if (!hasFreshPassword(operator.value, now)) return err(passwordRequired);
  const person = findPerson(db, id);
  if (!person) return err(personNotFound);
  if (person.accounts.some(({ role }) => isTeamRole(role))) {
    return err({ kind: 'conflict', code: 'person_of_the_team' });
  }
  const reason = validateContact(contact);
  if (reason) return invalid({ contact: reason });
  return isContactOf(person, contact) ? ok(person) : invalid({ contact: { code: 'contact_of_another' } });
}

/**
 * Not one transaction: what was interrupted is ended by doing it again.
 *
 * @param contact an email address or a phone number of the person, as a confirmation
 */
export async function forgetPerson(
  id: string,
  contact: string,
  context: CommandContext,
): Promise<Result<{ counts: ForgottenCounts; summary: string }>> {
  const { db } = context;
  const permitted = findPersonToForget(id, contact, context);
  if (!permitted.ok) return permitted;
  const person = permitted.value;
  const counts: ForgottenCounts = {
    account: 0,
    message: 0,
    service: 0,
    appointment: 0,
    feedback: 0,
    conversation: 0,
    listing: 0,
    photo: 0,
    mail: 0,
    other: 0,
  };
  for (const step of createSteps(person)) {
    let handled = 1;
    while (handled > 0) {
      const written = await commitInGroup(db, () =>
        runCommand({ run: () => ok(withSecureDelete(db, () => step.run(context))) }, null, context),
      );
      if (!written.ok) return written;
      handled = written.value;
      if (step.counts !== null) counts[step.counts] += handled;
    }
  }
  const summary = describeForgotten(counts);
  const logged = await commitInGroup(db, () =>
    runCommand(
      {
        run: () => {
          recordForgetting(context, summary);
          return ok(null);
        },
      },
      null,
      context,
    ),
  );
  return logged.ok ? ok({ counts, summary }) : logged;
}
