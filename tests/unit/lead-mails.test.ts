import { beforeEach, expect, it } from 'vitest';
import { chooseLeadMails } from '~/domain/desk/notices.server';
import { claimMail, settleMail } from '~/domain/mail/delivery.server';
import { hasNewLeads, queueLeadMails } from '~/domain/mail/lead-mails.server';
import { enableMail, stopMails } from '~/domain/outbox/outbox.server';
import { anonymous } from '~/domain/shared/actor';
import { minuteMs } from '~/domain/shared/dates';
import { runCommand } from '~/domain/shared/run-command.server';
import { conversationFixture, now } from '../support/conversation-fixture';
import { storeUser } from '../support/stored-listing';

type Fixture = ReturnType<typeof conversationFixture>;
let site: Fixture;
beforeEach(() => {
  site = conversationFixture();
  enableMail(site.db);
});

const at = (minutes: number): Date => new Date(now.getTime() + minutes * minuteMs);

const choose = (mails: 'off' | 'at-once' | 'hourly') =>
  runCommand(chooseLeadMails, { mails }, { db: site.db, actor: site.operator, now });

/** Messages to the business, each in its own words. */
function write(count: number, minutes: number, fields: { isSuspect?: boolean } = {}): void {
  for (let index = 0; index < count; index += 1) {
    const email = `rider${index}@example.com`;
    site.send('', anonymous, { ...fields, email, message: `Is it there at ${minutes}, for ${index}?` }, at(minutes));
  }
}

/** The subjects of all mails that are sent by then. */
function sendAll(minutes: number): string[] {
  const subjects: string[] = [];
  while (hasNewLeads(site.db, at(minutes)) && subjects.length < 1) {
    queueLeadMails(site.db, at(minutes));
    if (hasNewLeads(site.db, at(minutes))) throw new Error('It was looked at in vain.');
  }
  for (let mail = claimMail(site.db, at(minutes + 1)); mail; mail = claimMail(site.db, at(minutes + 1))) {
    subjects.push(mail.content.subject);
    expect(JSON.stringify(mail.content)).not.toMatch(/rider\d|Bala|98765|Is it there/);
    expect(mail.address).toBe('opal@example.com');
    settleMail(site.db, mail, { kind: 'sent' }, at(minutes + 1));
  }
  return subjects;
}

it('mails nobody who did not ask for it, and nothing that came before', () => {
  write(1, 0);
  expect(sendAll(1)).toEqual([]);
  choose('at-once');
  expect(sendAll(2)).toEqual([]);
});

it('mails each new customer at once, but no suspected spam, nor what was answered meanwhile', () => {
  choose('at-once');
  write(2, 0);
  write(1, 1, { isSuspect: true });
  expect(sendAll(2)).toEqual(['New message', 'New message']);
  expect(sendAll(3)).toEqual([]);
  write(1, 4);
  site.db.$client.prepare("UPDATE contact_messages SET status = 'resolved'").run();
  expect(sendAll(5)).toEqual([]);
});

it('mails ten in an hour, and then one about all others', () => {
  choose('at-once');
  write(7, 0);
  expect(sendAll(1)).toHaveLength(7);
  write(8, 10);
  expect(sendAll(11)).toHaveLength(3);
  write(200, 20);
  for (const minutes of [21, 40, 60]) expect(sendAll(minutes)).toEqual([]);
  expect(sendAll(62)).toEqual(['205 new customers']);
  write(1, 65);
  expect(sendAll(66)).toEqual(['New message']);
});

it('mails once an hour', () => {
  choose('hourly');
  write(2, 0);
  expect(sendAll(1)).toEqual(['2 new customers']);
  write(3, 10);
  expect(sendAll(30)).toEqual([]);
  expect(sendAll(61)).toEqual(['3 new customers']);
});

it('mails nobody who left the team, was blocked or stopped it by the link, until they choose it again', () => {
  choose('at-once');
  write(1, 0);
  storeUser(site.db, 'Second', 'owner');
  site.db.$client.prepare("UPDATE users SET blocked_at = created_at, blocked_reason = 'x' WHERE name = 'Opal'").run();
  expect(sendAll(1)).toEqual([]);
  site.db.$client.prepare('UPDATE users SET blocked_at = NULL, blocked_reason = NULL').run();
  queueLeadMails(site.db, at(2));
  const mail = claimMail(site.db, at(3));
  const token = mail?.stopToken ?? '';
  runCommand(stopMails, { token, isStopped: true }, { db: site.db, actor: anonymous, now });
  write(1, 5);
  expect(sendAll(6)).toEqual([]);
  choose('at-once');
  write(1, 20);
  expect(sendAll(21)).toEqual(['New message']);
});

it('goes on after the newest request was deleted', () => {
  choose('at-once');
  write(2, 0);
  expect(sendAll(1)).toHaveLength(2);
  site.db.$client.prepare('DELETE FROM contact_messages').run();
  expect(sendAll(2)).toEqual([]);
  write(1, 3);
  expect(sendAll(4)).toEqual(['New message']);
});
