import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countAccounts, findAccounts } from '~/domain/accounts/team.queries.server';
import { findSession, openSession } from '~/domain/accounts/sessions.server';
import {
  blockAccount,
  changeRole,
  endSessionsOfMember,
  liftBlock,
  removeSecondStep,
} from '~/domain/accounts/team.server';
import type { Actor, SignedInUser } from '~/domain/shared/actor';
import type { Command } from '~/domain/shared/command.server';
import { runCommand } from '~/domain/shared/run-command.server';
import type { Database } from '~db/connection';
import { freshDatabase } from '../support/fresh-database';
import { storeUser } from '../support/stored-listing';

const now = new Date('2026-07-01T06:30:00.000Z');
let db: Database;
let members: Record<'owner' | 'manager' | 'clerk' | 'user', Actor & { user: SignedInUser }>;

beforeEach(() => {
  db = freshDatabase();
  members = {
    owner: storeUser(db, 'Sunil', 'owner'),
    manager: storeUser(db, 'Amol', 'manager'),
    clerk: storeUser(db, 'Neha', 'clerk'),
    user: storeUser(db, 'Kiran'),
  };
});
afterEach(() => db.$client.close());

const run = <Input, Value>(as: keyof typeof members, command: Command<Input, Value>, input: NoInfer<Input>) => {
  const result = runCommand(command, input, { db, actor: members[as], now });
  return result.ok ? 'done' : result.error.code;
};
const id = (name: keyof typeof members): string => members[name].user.id;

describe('an account', () => {
  it('is blocked with its sessions and tokens, until the block is lifted', () => {
    const token = openSession(db, { userId: id('user'), kind: 'personal', label: 'nightly' }, now);
    expect(run('clerk', blockAccount, { id: id('user'), reason: 'Spam' })).toBe('not_for_role');
    expect(run('manager', blockAccount, { id: id('user'), reason: 'Spam' })).toBe('done');
    expect(findSession(db, token, now)).toBeNull();
    expect(countAccounts(db)).toEqual({ team: 3, accounts: 1, blocked: 1 });
    const later = openSession(db, { userId: id('user'), kind: 'api', label: null }, now);
    expect(findSession(db, later, now)).toBeNull();
    expect(run('manager', liftBlock, { id: id('user') })).toBe('done');
    expect(findSession(db, later, now)).toMatchObject({ id: id('user') });
  });

  it('of the team is blocked by owners only, and no owner blocks the own account', () => {
    expect(run('manager', blockAccount, { id: id('clerk'), reason: 'Left' })).toBe('not_for_role');
    expect(run('owner', blockAccount, { id: id('clerk'), reason: 'Left' })).toBe('done');
    expect(run('owner', blockAccount, { id: id('owner'), reason: 'Left' })).toBe('own_account');
  });

  it.each([
    ['kir', ['Kiran']],
    ['KIRAN@', ['Kiran']],
    ['x', []],
  ])('is found by %s', (q, names) => {
    expect(findAccounts(db, 'accounts', q, 1).items.map(({ name }) => name)).toEqual(names);
  });
});

describe('the team', () => {
  it('is changed by owners after their password only', () => {
    for (const as of ['clerk', 'manager'] as const) {
      expect(run(as, changeRole, { id: id('clerk'), role: 'owner' })).toBe('not_for_role');
      expect(run(as, endSessionsOfMember, { id: id('owner') })).toBe('not_for_role');
      expect(run(as, removeSecondStep, { id: id('owner') })).toBe('not_for_role');
    }
    members.owner = { ...members.owner, user: { ...members.owner.user, passwordConfirmedAt: null } };
    expect(run('owner', changeRole, { id: id('clerk'), role: 'manager' })).toBe('fresh_password_required');
  });

  it('keeps its last owner, and takes no account without a password of its rules', () => {
    expect(run('owner', changeRole, { id: id('owner'), role: 'manager' })).toBe('last_owner');
    expect(run('owner', changeRole, { id: id('user'), role: 'clerk' })).toBe('invalid_fields');
    expect(run('owner', changeRole, { id: id('manager'), role: 'owner' })).toBe('done');
    expect(run('owner', changeRole, { id: id('owner'), role: 'manager' })).toBe('done');
  });

  it('loses whom it makes a user, with all sessions', () => {
    const token = openSession(db, { userId: id('clerk'), kind: 'api', label: null }, now);
    expect(run('owner', changeRole, { id: id('clerk'), role: 'user' })).toBe('done');
    expect(findSession(db, token, now)).toBeNull();
  });
});
