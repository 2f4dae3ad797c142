import { storeAccount } from '~/domain/accounts/accounts.server';
import { findPasswordByEmail } from '~/domain/accounts/passwords.server';
import { formatFieldErrors } from '~/domain/shared/result';
import { describe, expect, it } from 'vitest';
import { signInFields, signUpFields } from '~/domain/accounts/account.schema.server';
import { fillEmailKeys, toEmailKey } from '~/domain/accounts/email-keys.server';
import { isEasyToGuess, validateChosenPassword } from '~/domain/accounts/password-rules.server';
import { isOfficialName } from '~/domain/shared/fields.server';

import { checkInput } from '~/domain/shared/run-command.server';
import { freshDatabase } from '../support/fresh-database';

const now = new Date('2026-06-15T06:30:00.000Z');
const asha = { name: 'Asha Rao', email: 'asha.rao@example.com', password: 'open!sesame' };
const getErrors = (fields: Record<string, unknown>) => {
  const input = checkInput({ schema: () => signUpFields }, { ...asha, ...fields }, now);
  return input.ok || input.error.kind !== 'invalid' ? null : formatFieldErrors(input.error.errors);
};

describe('a password', () => {
  it.each([
    '123456!',
    'password!',
    '!password',
    'P@ssw0rd!',
    'Admin@123',
    'India@123',
    'qwerty@1',
    'Krishna@1990',
    'letmein!!',
    'aaaaaa!',
    '!!!!!!',
    'Asha@1990',
    'asharao!',
    'Rao@123',
    'asha.rao@example.com',
    'asha.rao!',
    'Dopahiya@2026',
    'ｐａｓｓｗｏｒｄ!',
  ])('%s is too easy to guess', (password) => {
    expect(getErrors({ password })).toEqual({
      password: 'This password is too easy to guess. Please choose another.',
    });
  });

  it.each(['open!sesame', 'kite.over.the.roof', 'गाड़ी!चलाओ', 'x7!Qp2-', 'Rao#tea#mango'])(
    '%s is accepted',
    (password) => {
      expect(isEasyToGuess(password, asha)).toBe(false);
    },
  );

  it('that is too short gets the message for its length first', () => {
    const message = 'Password must be 6+ characters with at least one special character';
    expect([getErrors({ password: '123456' }), getErrors({ password: 'a!b' })]).toEqual([
      { password: message },
      { password: message },
    ]);
  });

  it('is not checked for strength at sign-in, so that old accounts still work', () => {
    expect(signInFields.safeParse({ email: asha.email, password: 'password!' }).success).toBe(true);
  });

  it('of an operator has 12 characters', () => {
    const operator = { email: 'desk@example.com', role: 'owner' } as const;
    const tooShort = { code: 'operator_password_too_short', values: { least: 12 } };
    expect(validateChosenPassword('kite!roofs1', operator)).toEqual(tooShort);
    expect(validateChosenPassword('kite!roofs12', operator)).toBe(null);
    expect(validateChosenPassword('desk@example.com', operator)).toEqual({ code: 'easy_password' });
    expect(validateChosenPassword('kite!roofs1', { ...operator, role: 'user' })).toBe(null);
  });
});

describe('an email address', () => {
  it.each([
    ['\u0430sha@example.com', 'This email mixes letters of different alphabets. Please type it by hand.'],
    ['asha@ex\u0430mple.com', 'This email mixes letters of different alphabets. Please type it by hand.'],
    ['asha@exa..com', 'Enter a valid email'],
    ['asha@exam^ple.com', 'Enter a valid email'],
    ['asha@-example.com', 'Enter a valid email'],
    ['asha@[127.0.0.1]', 'Enter a valid email'],
  ])('%j is rejected beside its field', (email, message) => {
    expect(getErrors({ email })).toEqual({ email: message });
  });

  it.each(['आशा@उदाहरण.भारत', 'jürgen@bücher.example', 'иван@почта.рф', 'a+b@example.co.in'])(
    '%s is accepted',
    (email) => {
      expect(getErrors({ email })).toBe(null);
    },
  );

  it.each([
    ['Asha@Example.com', 'asha@example.com'],
    ['ａｓｈａ@example.com', 'asha@example.com'],
    ['asha@ｅｘａｍｐｌｅ。com', 'asha@example.com'],
    ['asha@BÜCHER.example', 'asha@xn--bcher-kva.example'],
  ])('%s is compared as %s', (email, key) => {
    expect(toEmailKey(email)).toBe(key);
  });

  it('makes no second account for another spelling of an address, and signs in in any spelling', () => {
    const db = freshDatabase();
    const store = (email: string) =>
      storeAccount({ name: 'Asha', email, passwordHash: email, phone: null, gender: 'other' }, { db, now });
    expect(store('asha@bücher.example').ok).toBe(true);
    for (const same of ['ａsha@bücher.example', 'asha@xn--bcher-kva.example', 'asha@bücher.example']) {
      expect(store(same)).toMatchObject({ ok: false, error: { kind: 'conflict' } });
      expect(findPasswordByEmail(db, same)?.passwordHash).toBe('asha@bücher.example');
    }
  });

  it('of an older account still signs in, also where two accounts have the same key now', () => {
    const db = freshDatabase();
    const insert = db.$client.prepare(
      `INSERT INTO users (id, name, email, password_hash, gender, created_at, updated_at)
        VALUES (@email, 'Asha', @email, @email, 'other', @at, @at)`,
    );
    const emails = ['ａsha@example.com', 'asha@example.com', 'ｍeera@example.com'];
    for (const email of emails) insert.run({ email, at: now.toISOString() });
    fillEmailKeys(db);
    fillEmailKeys(db);
    for (const email of emails) expect(findPasswordByEmail(db, email)?.id).toBe(email);
    expect(findPasswordByEmail(db, 'meera@example.com')?.id).toBe('ｍeera@example.com');
    expect(db.$client.prepare('SELECT email FROM users WHERE email_key IS NULL').pluck().all()).toEqual([emails[0]]);
  });
});

describe('a name', () => {
  it.each([
    'Dopahiya',
    'DOPAHIYA Team',
    'दो पहिया',
    'Support',
    'S u p p o r t',
    'Ѕuрроrt',
    'ＡＤＭＩＮ',
    'Adm1n',
    'Site Admin',
    'Admin.',
    'Moderator',
    'οperator',
    'Honda Official',
    'Sup\u200Bport',
    'Súpport',
    'Customer Care',
    'Team',
  ])('%j is reserved for the site', (name) => {
    expect(isOfficialName(name)).toBe(true);
    expect(getErrors({ name, password: 'kite!roofs' })).toEqual({
      name: 'This name is reserved. Please choose another.',
    });
  });

  it.each(['Asha Rao', 'Stafford', 'Hero Singh', 'Сергей', 'आशा', 'Systema Devi', '山本', 'Helper Das'])(
    '%s is accepted',
    (name) => {
      expect(isOfficialName(name)).toBe(false);
    },
  );
});
