import { beforeEach, describe, expect, it } from 'vitest';
import { findConversation } from '~/domain/conversations/conversation.queries.server';
import { markRead } from '~/domain/conversations/conversation.commands.server';
import {
  type AttemptResult,
  beginSending,
  type ClaimedMail,
  claimMail,
  isMailDue,
  settleMail,
} from '~/domain/mail/delivery.server';
import { quoteText } from '~/domain/mail/mail-content.server';
import { enableMail, findStop, findUnsentMails, purgeMails, stopMails } from '~/domain/outbox/outbox.server';
import { replyToRequest } from '~/domain/desk/request.commands.server';
import { reportItem } from '~/domain/desk/reports.server';
import { isRecoveryCode, issueRecoveryCode } from '~/domain/accounts/recovery-codes.server';
import { anonymous } from '~/domain/shared/actor';
import { dayMs, hourMs, minuteMs } from '~/domain/shared/dates';
import { runCommand } from '~/domain/shared/run-command.server';
import { sendRecoveryLink } from '~/domain/sign-in/recovery.commands.server';
import { conversationFixture, now } from '../support/conversation-fixture';

type Fixture = ReturnType<typeof conversationFixture>;
let site: Fixture;
beforeEach(() => {
  site = conversationFixture();
  enableMail(site.db);
});

const at = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
const minute = (minutes: number): Date => at(minutes * minuteMs);
type MailRow = { kind: string; state: string; times: number; attempts: number; due_at: string; reason: string | null };
const rows = (): MailRow[] => site.db.$client.prepare<[], MailRow>('SELECT * FROM mails ORDER BY created_at').all();
const claim = (time: Date): ClaimedMail => {
  const mail = claimMail(site.db, time);
  if (!mail) throw new Error('No mail is due.');
  return mail;
};
const settle = (mail: ClaimedMail, kind: AttemptResult['kind'], time: Date) =>
  settleMail(site.db, mail, kind === 'sent' ? { kind } : { kind, reason: 'it said so' }, time);
const getWords = ({ content }: ClaimedMail): string => [content.subject, ...content.paragraphs].join(' ');

describe('a message', () => {
  it('is mailed to the seller after a minute, without what was written and without contact details', () => {
    const { id } = site.open(site.usersListing().id);
    expect(claimMail(site.db, at(minuteMs - 1))).toBeNull();
    const mail = claim(minute(1));
    expect(mail).toMatchObject({ kind: 'message', aboutId: id, address: 'sita@example.com' });
    expect(mail.content.link.to).toEqual({ page: 'conversation', name: { id } });
    expect(mail.content.subject).toContain('Bala K wrote to you about');
    for (const secret of ['Saturday', '98765', 'bala@example.com']) expect(getWords(mail)).not.toContain(secret);
  });

  it('is one mail with those that follow within the minute, and the next one comes ten minutes later', () => {
    const { name } = site.open(site.usersListing().id, site.buyer);
    site.reply(name, 'One more thing', site.buyer, at(20_000));
    site.reply(name, 'And another', site.buyer, at(40_000));
    expect(rows()).toMatchObject([{ state: 'waiting', times: 3 }]);
    const mail = claim(minute(1));
    expect(mail.content.subject).toContain('3 new messages about');
    settle(mail, 'sent', minute(1));
    site.reply(name, 'Are you there?', site.buyer, minute(2));
    expect(isMailDue(site.db, minute(10.9))).toBe(false);
    expect(claim(minute(11)).content.subject).toContain('4 new messages about');
  });

  it('is not mailed once its recipient has read it on the site', () => {
    const { id } = site.open(site.usersListing().id);
    const conversation = findConversation(site.db, { id }, site.seller);
    if (!conversation) throw new Error('The seller finds it.');
    markRead(conversation, { db: site.db });
    return new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      expect(claimMail(site.db, minute(1))).toBeNull();
      expect(rows()).toEqual([]);
    });
  });

  it('of a visitor gets a mail with a link that opens the conversation, and is stored as a hash only', () => {
    const { id, name } = site.open(site.usersListing().id);
    settle(claim(minute(1)), 'sent', minute(1));
    site.reply({ id }, 'Yes, it is', site.seller, minute(2));
    const mail = claim(minute(3));
    expect(mail.address).toBe('bala@example.com');
    const { to } = mail.content.link;
    if (to.page !== 'conversation' || !('key' in to.name)) throw new Error('It has a private link.');
    expect(to.name).not.toEqual(name);
    expect(findConversation(site.db, to.name, anonymous)).toMatchObject({ id, side: 'buyer' });
    expect(findConversation(site.db, { key: `${to.name.key}x` }, anonymous)).toBeNull();
    expect(site.db.$client.serialize().toString('latin1')).not.toContain(to.name.key);
  });

  it('that looks automated, and one to a visitor’s listing, is not mailed', () => {
    site.send(site.usersListing().id, anonymous, { isSuspect: true });
    site.send(site.visitorsListing().id, anonymous);
    expect(rows()).toEqual([]);
  });

  it('is not mailed when its transaction fails', () => {
    const { id, name } = site.open(site.usersListing().id, site.buyer);
    expect(site.reply(name, '', site.buyer).ok).toBe(false);
    expect(site.reply({ id }, 'I am a stranger', anonymous).ok).toBe(false);
    expect(rows()).toMatchObject([{ times: 1 }]);
  });
});

describe('mails to an address without an account', () => {
  const fromSeller = (id: string, time: Date) => site.reply({ id }, `Yes, at ${time.toISOString()}`, site.seller, time);
  /** Opens conversations in the name of one address, in several spellings, and answers them. */
  const openAnswered = (count: number, time: Date): string[] =>
    Array.from({ length: count }, (_, index) => {
      const email = index % 2 === 0 ? 'Victim@example.com' : 'victim@EXAMPLE.com';
      const { conversation } = site.send(site.usersListing().id, anonymous, {
        email,
        message: `May I come in ${index + 1} days?`,
      });
      fromSeller(conversation.id, time);
      return conversation.id;
    });
  const victims = (mail: ClaimedMail): boolean => mail.address.toLowerCase() === 'victim@example.com';
  /** Sends all that is due. @returns the mails to the address */
  function deliver(time: Date): ClaimedMail[] {
    const sent: ClaimedMail[] = [];
    for (let mail = claimMail(site.db, time); mail; mail = claimMail(site.db, time)) {
      settle(mail, 'sent', time);
      if (victims(mail)) sent.push(mail);
    }
    return sent;
  }
  const read = (id: string): void => {
    site.db.$client.prepare('UPDATE conversations SET buyer_unread = 0 WHERE id = ?').run(id);
  };

  it('are three until one is read, over all conversations, and the third says so', () => {
    const ids = openAnswered(6, minute(1));
    const sent = deliver(minute(3));
    expect(sent.map((mail) => getWords(mail).includes('the last mail about messages'))).toEqual([false, false, true]);
    expect(sent.every(({ stopToken }) => stopToken !== null)).toBe(true);
    for (const id of ids) fromSeller(id, minute(20));
    expect(deliver(minute(30))).toEqual([]);
    expect(rows().filter(({ state }) => state === 'waiting')).toEqual([]);
    // One is read: so much may be unread again, and no more.
    read(String(sent[0]?.aboutId));
    for (const id of ids) fromSeller(id, minute(40));
    expect(deliver(minute(50))).toHaveLength(1);
    for (const id of ids) read(id);
    for (const id of ids) fromSeller(id, minute(60));
    expect(deliver(minute(70))).toHaveLength(3);
  });

  it('are ten a day, and the next one is sent when the first is a day old', () => {
    const [id = ''] = openAnswered(1, minute(1));
    for (let mails = 1; mails <= 10; mails += 1) {
      expect(deliver(minute(mails * 15))).toHaveLength(1);
      read(id);
      fromSeller(id, minute(mails * 15 + 2));
    }
    expect(deliver(minute(12 * 60))).toEqual([]);
    expect(deliver(minute(24 * 60 + 14))).toEqual([]);
    expect(deliver(minute(24 * 60 + 15))).toHaveLength(1);
  });

  it('of an account have no such limit', () => {
    for (let index = 1; index <= 5; index += 1) {
      const { id } = site.open(site.usersListing().id, site.buyer);
      site.reply({ id }, `Yes, number ${index}`, site.seller, minute(1));
    }
    const addresses = [];
    for (let mail = claimMail(site.db, minute(3)); mail; mail = claimMail(site.db, minute(3))) {
      settle(mail, 'sent', minute(3));
      addresses.push(mail.address);
    }
    expect(addresses.filter((address) => address === 'bala@example.com')).toHaveLength(5);
  });
});

describe('a reply of the business', () => {
  const reply = (id: string) =>
    runCommand(
      replyToRequest,
      { id, text: 'We open at ten.', resolve: false },
      { db: site.db, actor: site.operator, now },
    );

  it('is mailed to the address of a visitor’s message, with a separate link', () => {
    const { message } = site.send('', anonymous);
    expect(rows()).toEqual([]);
    expect(reply(message.id).ok).toBe(true);
    const mail = claim(minute(1));
    expect([mail.kind, mail.address, mail.content.subject]).toEqual([
      'answer',
      'bala@example.com',
      'We have answered your message',
    ]);
    expect(getWords(mail)).not.toContain('ten');
    const { to } = mail.content.link;
    if (to.page !== 'conversation') throw new Error('It leads to the answer.');
    expect(findConversation(site.db, to.name, anonymous)).toMatchObject({ id: message.id, side: 'buyer' });
  });

  it('is mailed to the account of a user, not to the address in the message', () => {
    const { message } = site.send('', site.buyer, { email: 'else@example.com' });
    expect(reply(message.id).ok).toBe(true);
    const mail = claim(minute(1));
    expect([mail.address, mail.content.link.to]).toEqual([
      'bala@example.com',
      { page: 'conversation', name: { id: message.id } },
    ]);
  });
});

describe('an attempt', () => {
  beforeEach(() => {
    site.open(site.usersListing().id);
  });

  it('that was not accepted is repeated at growing intervals, and given up after eight', () => {
    let time = minute(1);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      const state = settle(claim(time), 'later', time);
      if (state === 'failed') break;
      const due = new Date(rows()[0]?.due_at ?? '');
      waits.push((due.getTime() - time.getTime()) / minuteMs);
      time = due;
    }
    expect(waits).toEqual([1, 4, 16, 64, 256, 360, 360]);
    expect(findUnsentMails(site.db, 1).items).toMatchObject([{ state: 'failed', attempts: 8, name: 'Sita' }]);
    expect(isMailDue(site.db, at(30 * dayMs))).toBe(false);
  });

  it.each(['failed', 'unknown'] as const)('that ended %s is not repeated', (kind) => {
    expect(settle(claim(minute(1)), kind, minute(1))).toBe(kind);
    expect(isMailDue(site.db, at(30 * dayMs))).toBe(false);
    expect(findUnsentMails(site.db, 1).items).toMatchObject([{ state: kind, reason: 'it said so' }]);
  });

  it('is made by one process only, which loses it after two minutes', () => {
    const first = claim(minute(1));
    expect(claimMail(site.db, minute(1))).toBeNull();
    const second = claim(minute(3));
    expect([second.id, second.lease === first.lease]).toEqual([first.id, false]);
    expect([beginSending(site.db, first, minute(3)), beginSending(site.db, second, minute(3))]).toEqual([false, true]);
    expect([settle(first, 'sent', minute(3)), settle(second, 'sent', minute(3))]).toEqual([null, 'sent']);
  });

  it('of a process that ended while sending stays unknown, and is never repeated', () => {
    expect(beginSending(site.db, claim(minute(1)), minute(1))).toBe(true);
    expect(claimMail(site.db, minute(4))).toBeNull();
    expect(rows()).toMatchObject([{ state: 'unknown', reason: 'The site stopped while it was sent.' }]);
  });

  it('includes messages that arrive during the attempt, when it has to be repeated', () => {
    const mail = claim(minute(1));
    const [conversation] = site.db.$client.prepare<[], { id: string }>('SELECT id FROM conversations').all();
    if (!conversation) throw new Error('There is one.');
    site.db.$client.exec('UPDATE conversations SET seller_unread = seller_unread + 1');
    site.db.$client
      .prepare(
        `INSERT INTO mails (id, kind, about_id, user_id, due_at, created_at)
         SELECT 'another', kind, about_id, user_id, created_at, created_at FROM mails`,
      )
      .run();
    settle(mail, 'later', minute(1));
    expect(claim(minute(20)).content.subject).toContain('2 new messages');
    expect(rows()).toMatchObject([{ state: 'claimed', times: 2 }]);
  });
});

describe('mails of a kind', () => {
  it('are stopped with their link, per address, and sent again with it', () => {
    const { name } = site.open(site.usersListing().id, site.buyer);
    const mail = claim(minute(1));
    settle(mail, 'sent', minute(1));
    const token = mail.stopToken ?? '';
    expect(token).not.toContain('sita');
    expect(findStop(site.db, token)).toEqual({ kind: 'message', isStopped: false });
    const stop = (isStopped: boolean) =>
      runCommand(stopMails, { token, isStopped }, { db: site.db, actor: anonymous, now });
    for (const _ of [1, 2]) expect(stop(true).ok).toBe(true);
    expect(findStop(site.db, token)?.isStopped).toBe(true);
    site.reply(name, 'Hello?', site.buyer, minute(2));
    expect(claimMail(site.db, minute(30))).toBeNull();
    expect(stop(false).ok).toBe(true);
    site.reply(name, 'Are you there?', site.buyer, minute(31));
    expect(claim(minute(60)).address).toBe('sita@example.com');
  });

  it.each([
    '',
    'message',
    `recovery.${'0'.repeat(64)}.${'A'.repeat(43)}`,
    `message.${'0'.repeat(64)}.${'A'.repeat(43)}`,
  ])('are not stopped with %j', (token) => {
    expect(findStop(site.db, token)).toBeNull();
    const stopped = runCommand(stopMails, { token, isStopped: true }, { db: site.db, actor: anonymous, now });
    expect(stopped.ok ? null : stopped.error.kind).toBe('not-found');
  });
});

describe('a report', () => {
  it('is mailed to each operator, several as one mail; suspected spam is not', () => {
    const report = (words: string, isSuspect = false) =>
      runCommand(
        reportItem,
        { about: { kind: 'listing', id: listing.id }, reason: 'fraud', words, isSuspect },
        { db: site.db, actor: anonymous, now },
      );
    const listing = site.usersListing();
    report('spam', true);
    expect(rows()).toEqual([]);
    report('one');
    report('two');
    const mail = claim(minute(1));
    expect([mail.kind, mail.address, mail.content.subject]).toEqual(['report', 'opal@example.com', '2 new reports']);
    expect(getWords(mail)).not.toContain('one');
  });
});

describe('a recovery link', () => {
  const requestLink = (email: string, time = now) =>
    runCommand(sendRecoveryLink, { email }, { db: site.db, actor: anonymous, now: time });
  const getCode = ({ content: { link } }: ClaimedMail): string => (link.to.page === 'recover' ? link.to.code : '');
  const userId = () => site.seller.user.id;

  it('is sent at once, works once for an hour from then, and leaves the other codes', () => {
    const issued = issueRecoveryCode(site.db, userId(), now);
    requestLink('SITA@example.com'.toLowerCase());
    const mail = claim(minute(2));
    expect([mail.address, mail.stopToken]).toEqual(['sita@example.com', null]);
    const isValid = (code: string, time: Date) => isRecoveryCode(site.db, userId(), code, time);
    expect([isValid(getCode(mail), minute(61)), isValid(getCode(mail), minute(63))]).toEqual([true, false]);
    expect(isValid(issued, minute(59))).toBe(true);
  });

  it('is not sent without an account, and its row is deleted', () => {
    expect(requestLink('nobody@example.com')).toEqual({ ok: true, value: null });
    expect(rows()).toMatchObject([{ kind: 'recovery', state: 'waiting' }]);
    expect(claimMail(site.db, now)).toBeNull();
    expect(rows()).toEqual([]);
  });

  it('is sent to an account once in ten minutes, and five times a day', () => {
    const sent: number[] = [];
    for (let minutes = 0; minutes < 24 * 60; minutes += 5) {
      requestLink('sita@example.com', minute(minutes));
      const mail = claimMail(site.db, minute(minutes));
      if (!mail) continue;
      settle(mail, 'sent', minute(minutes));
      sent.push(minutes);
    }
    expect(sent).toEqual([0, 10, 20, 30, 40]);
  });

  it('is given up after an hour', () => {
    requestLink('sita@example.com');
    let time = now;
    let state: string | null = 'waiting';
    while (state === 'waiting') {
      state = settle(claim(time), 'later', time);
      time = new Date(rows()[0]?.due_at ?? '');
    }
    expect([state, time.getTime() - now.getTime() <= hourMs]).toEqual(['failed', true]);
  });
});

it('names and titles of others are repeated without links, addresses and phone numbers', () => {
  const kept = ['Bala K', 'Dr. Rao', 'Activa 6G 2021', 'सीता'];
  for (const text of kept) expect(quoteText(text, '-')).toBe(text);
  const left = [
    'a@b.example',
    'see evil.example now',
    'https://x',
    'WWW.evil',
    '98765 43210',
    'Call 9876543210',
    ' \n ',
  ];
  for (const text of left) expect(quoteText(text, '-')).toBe('-');
  expect(quoteText('A\r\nBcc: x', '-')).toBe('A Bcc: x');
  expect([...quoteText('ab '.repeat(50), '-')]).toHaveLength(60);
});

it('settled mails are deleted after the configured time', () => {
  site.open(site.usersListing().id);
  settle(claim(minute(1)), 'sent', minute(1));
  expect([purgeMails(site.db, null, at(9_999 * dayMs)), purgeMails(site.db, 30 * dayMs, at(30 * dayMs))]).toEqual([
    0, 0,
  ]);
  expect(purgeMails(site.db, 30 * dayMs, at(31 * dayMs))).toBe(1);
});

it('nothing is stored if the site sends no mail', () => {
  const { db, open, usersListing } = conversationFixture();
  open(usersListing().id);
  const refused = runCommand(sendRecoveryLink, { email: 'sita@example.com' }, { db, actor: anonymous, now });
  expect(refused.ok ? null : refused.error.kind).toBe('conflict');
  expect(db.$client.prepare('SELECT * FROM mails').all()).toEqual([]);
});
