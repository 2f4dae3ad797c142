import { afterAll, describe, expect, test } from 'vitest';
import { type Actor, anonymous } from '~/domain/shared/actor';
import type { Command } from '~/domain/shared/command.server';
import { runCommand } from '~/domain/shared/run-command.server';
import { moderate } from '~/domain/desk/moderate.server';
import { findMessage } from '~/domain/messages/message.queries.server';
import {
  changeMessage,
  changeMessageTags,
  deleteMessage,
  setMessageStatus,
} from '~/domain/messages/message.commands.server';
import { conversationFixture, now } from '../support/conversation-fixture';

// The endpoints reject every other actor too; a command must not rely on them.
const { db, buyer, seller, operator, send, usersListing } = conversationFixture();
afterAll(() => db.$client.close());

send('1', buyer);
const id = db.$client.prepare<[], string>('SELECT id FROM contact_messages').pluck().get() ?? '';
const listing = usersListing().id;
const run = <Input, Value>(command: Command<Input, Value>, input: NoInfer<Input>) => {
  return (actor: Actor) => runCommand(command, input, { db, actor, now });
};

const commands: [name: string, as: (actor: Actor) => { ok: boolean }][] = [
  ['changes a message', run(changeMessage, { id, subject: 'Another subject' })],
  ['moves a message on', run(setMessageStatus, { id, status: 'resolved' })],
  ['tags a message', run(changeMessageTags, { id, action: 'add', tag: 'vip' })],
  ['hides a listing', run(moderate, { subject: 'listing', id: listing, action: 'hide', reason: 'Sold' })],
  ['deletes a message', run(deleteMessage, { id })],
];

describe.each(commands)('access to %s', (_name, as) => {
  test('is for operators, not for visitors, authors or sellers', () => {
    const before = [
      findMessage(db, id),
      db.$client.prepare('SELECT hidden_at FROM listings WHERE id = ?').get(listing),
    ];
    expect(as(anonymous)).toMatchObject({ ok: false, error: { kind: 'unauthenticated' } });
    for (const user of [buyer, seller]) expect(as(user)).toMatchObject({ ok: false, error: { kind: 'forbidden' } });
    expect([
      findMessage(db, id),
      db.$client.prepare('SELECT hidden_at FROM listings WHERE id = ?').get(listing),
    ]).toEqual(before);
    expect(as(operator).ok).toBe(true);
  });
});
