import { afterAll, describe, expect, test } from 'vitest';
import type { Asker } from '~/domain/asker';
import { type Command, runCommand } from '~/domain/command.server';
import { moderate } from '~/domain/desk/moderate.server';
import {
  changeMessage,
  changeMessageTags,
  deleteMessage,
  setMessageStatus,
} from '~/domain/messages/change-message.server';
import { findMessage } from '~/domain/messages/message-queries.server';
import { buyerAndSeller, now } from '../support/buyer-and-seller';
import { nobody } from '../support/stored-listing';

// The endpoints refuse everybody else too; a command must not rely on them.
const { db, buyer, seller, operator, send, usersListing } = buyerAndSeller();
afterAll(() => db.$client.close());

send('1', buyer);
const id = db.$client.prepare<[], string>('SELECT id FROM contact_messages').pluck().get() ?? '';
const listing = usersListing().id;
const run = <Input, Value>(command: Command<Input, Value>, input: NoInfer<Input>) => {
  return (asker: Asker) => runCommand(command, input, { db, asker, now });
};

const commands: [name: string, as: (asker: Asker) => { done: boolean }][] = [
  ['changes a message', run(changeMessage, { id, subject: 'Another subject' })],
  ['moves a message on', run(setMessageStatus, { id, status: 'resolved' })],
  ['tags a message', run(changeMessageTags, { id, action: 'add', tag: 'vip' })],
  ['hides a listing', run(moderate, { subject: 'listing', id: listing, deed: 'hide', reason: 'Sold' })],
  ['deletes a message', run(deleteMessage, { id })],
];

describe.each(commands)('who %s', (_name, as) => {
  test('is an operator, and no visitor, author or seller', () => {
    const before = [
      findMessage(db, id),
      db.$client.prepare('SELECT hidden_at FROM listings WHERE id = ?').get(listing),
    ];
    expect(as(nobody)).toMatchObject({ done: false, problem: { kind: 'unauthenticated' } });
    for (const user of [buyer, seller]) expect(as(user)).toMatchObject({ done: false, problem: { kind: 'forbidden' } });
    expect([
      findMessage(db, id),
      db.$client.prepare('SELECT hidden_at FROM listings WHERE id = ?').get(listing),
    ]).toEqual(before);
    expect(as(operator).done).toBe(true);
  });
});
