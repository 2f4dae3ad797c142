import { defineMutations } from '../mutation';

const delivery = 'app/domain/mail/delivery.server.ts';
const codes = 'app/domain/accounts/recovery-codes.server.ts';
const commands = 'app/domain/conversations/conversation.commands.server.ts';

const mail = defineMutations('mail', [
  [
    'a mail that was passed on is sent again after its process has ended',
    delivery,
    "db.update(mails)\n    .set({ state: 'unknown', lease: null",
    "db.update(mails)\n    .set({ state: 'waiting', lease: null",
    'unit/outbox http/mail',
  ],
  [
    'a process sends the mail that another has taken over',
    delivery,
    "const isOwn = and(eq(mails.id, id), eq(mails.lease, lease), eq(mails.state, 'claimed'));",
    'const isOwn = eq(mails.id, id);',
    'unit/outbox http/mail',
  ],
  [
    'a mail is sent to an address that has stopped its kind',
    delivery,
    'row && address && !isStopped(db, address, row.kind) ?',
    'row && address ?',
    'http/mail',
  ],
  [
    'a mail server that is down is retried forever',
    delivery,
    "result.kind === 'later' && row.attempts < maxAttempts && !isTooLate",
    "result.kind === 'later'",
    'unit/outbox http/mail',
  ],
  [
    'a mail reports messages that were read on the site',
    'app/domain/mail/mail-content.server.ts',
    'if (unread === 0) return null;',
    '',
    'unit/outbox http/mail',
  ],
  [
    'a stranger stops mails with a token of their own',
    'app/domain/outbox/outbox.server.ts',
    "timingSafeEqual(Buffer.from(signature, 'base64url'), createSignature(db, text))",
    'signature !== null',
    'http/mail',
  ],
  [
    'an account is mailed any number of recovery links',
    delivery,
    'if (sent >= maxLinksPerDay || (latest !== null && latest > getTimestampBefore(now, minLinkInterval))) return null;',
    '',
    'unit/outbox http/mail',
  ],
]);

const readState = defineMutations('read state', [
  [
    'a reply does not mark the messages before it as read',
    'app/domain/conversations/add-message.server.ts',
    'sellerUnread: sql`seller_unread + 1`, buyerUnread: 0,',
    'sellerUnread: sql`seller_unread + 1`,',
    'unit/conversations http/inbox http/contact-seller',
  ],
  [
    'reading a conversation marks it as read for the other side',
    commands,
    'readQueries(db)[side].run',
    "readQueries(db)[side === 'buyer' ? 'seller' : 'buyer'].run",
    'unit/conversations http/inbox http/contact-seller',
  ],
  [
    'what looks automated is counted as new',
    'app/domain/conversations/inbox.queries.server.ts',
    "side === 'seller' ? sql`NOT ${conversations.isSuspect}` : undefined",
    'undefined',
    'http/inbox http/contact-seller unit/conversations',
  ],
]);

const recovery = defineMutations('recovery', [
  [
    'an issued code never expires',
    codes,
    'one.codeHash === codeHash && (one.expiresAt === null || one.expiresAt > now.toISOString())',
    'one.codeHash === codeHash',
    'http/recovery http/mail',
  ],
  [
    "any account's code sets any password",
    codes,
    ".where(eq(accountRecoveryCodes.userId, sql.placeholder('userId')))\n    .prepare(),\n  store",
    ".where(sql`${sql.placeholder('userId')} <> ''`)\n    .prepare(),\n  store",
    'http/recovery',
  ],
]);

const visits = defineMutations('visits', [
  [
    'a visit no longer waits once it has a reply',
    'drizzle/0025_visit_conversations.sql',
    "WHEN kind = 'appointment' AND status = 'requested' THEN waiting_since END",
    'END',
    'http/visit-conversations',
  ],
  [
    'a visit that was joined stays at its private link',
    'app/domain/conversations/conversation.commands.server.ts',
    'db.update(appointments).set({ userId, keyHash: null })',
    'db.update(appointments).set({ version: 1 })',
    'http/visit-conversations',
  ],
  [
    'the status of a visit is changed as that of feedback',
    'app/domain/desk/request.commands.server.ts',
    "if (kind === 'appointment') return runNested(changeAppointment, fields, context);",
    '',
    'http/visit-conversations',
  ],
]);

export const messages = [...mail, ...readState, ...recovery, ...visits];
