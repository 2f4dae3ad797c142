import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { passwordChangeFields, signInFields, signUpFields } from '~/domain/accounts/account.schema.server';
import { changePassword } from '~/domain/accounts/accounts.server';
import { deleteAccount, exportOwnData } from '~/domain/own-data/own-data.server';
import {
  createOperator,
  demoteOperator,
  findAccountByEmail,
  promoteToOperator,
} from '~/domain/accounts/operators.server';
import { findSession, findSessions, openSession } from '~/domain/accounts/sessions.server';
import { decodeReason, encodeReason, formatReason, type Reason } from '~/domain/shared/result';
import { signUp, signUpContent } from '~/domain/sign-in/sign-in.commands.server';
import { findListing, findListingsOwnedBy } from '~/domain/listings/listing.queries.server';
import { findManageKey } from '~/domain/listings/manage-key.server';
import { anonymous } from '~/domain/shared/actor';
import { createIdempotentForm } from '~/domain/shared/run-command.server';
import { from, getActor, later, meera, okValue, password, signIn, start, withMeera } from '../support/account-fixture';
import { freshDatabase } from '../support/fresh-database';
import { storeListing } from '../support/stored-listing';

describe('the fields of an account', () => {
  const invalid = (fields: unknown, schema: typeof signUpFields | typeof signInFields = signUpFields) => {
    const parsed = schema.safeParse(fields);
    const issues = parsed.success ? [] : parsed.error.issues;
    return Object.fromEntries(issues.map((i) => [i.path.join('.'), formatReason(decodeReason(i.message))]));
  };
  const messages = {
    name: 'Name must be at least 2 characters long',
    email: 'Enter a valid email',
    password: 'Password must be 6+ characters with at least one special character',
  };

  it.each([
    [{}],
    [{ name: ' a ', email: 'a b@example.com', password: 'abcdef' }],
    [{ name: 7, email: null, password: ['!!!!!!'] }],
    [{ name: '', email: 'a@b', password: 'a!b' }],
    [{ name: 'é', email: '@b.c', password: 'abcd!' }],
    [{ name: '\u200E \t', email: 'a@b.c\u0000', password: 'अआइईउऊ' }],
  ])('are rejected with the messages of the specification: %j', (fields) => {
    expect(invalid(fields)).toEqual(messages);
    expect(invalid(fields, signInFields)).toEqual({ email: messages.email, password: messages.password });
  });

  it('are accepted in any script, any case of the email, and any composition of letters', () => {
    const formValues = { name: '  मीरा   देवी ', email: ' Meera@Example.COM ', password: 'cafe\u0301!!' };
    expect(signUpFields.parse(formValues)).toEqual({
      name: 'मीरा देवी',
      email: 'meera@example.com',
      password: 'caf\u00E9!!',
      phone: null,
      gender: null,
    });
  });

  it('accept the placeholders as sent, and no invalid phone', () => {
    const fields = { ...meera, phone: '0000000000', gender: 'male' };
    expect(signUpFields.parse(fields)).toMatchObject({ phone: '0000000000', gender: 'male' });
    expect(invalid({ ...meera, phone: '12ab', gender: 'x' })).toEqual({
      phone: 'Please enter a valid phone number',
      gender: 'Gender must be male, female or other',
    });
  });
});

describe('signing up', () => {
  it('makes an account whose password and token cannot be read from a stolen database', async () => {
    const { db, signInResult } = await withMeera();
    expect(findSession(db, signInResult.token, start)).toMatchObject({ name: 'Meera', role: 'user' });
    const file = db.$client.serialize().toString('latin1');
    expect(file).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    for (const secret of [password, signInResult.token]) expect(file).not.toContain(secret);
  });

  it('rejects an email that has an account, in any case, with a message beside the field', async () => {
    const { db } = await withMeera();
    const again = signUpFields.parse({ ...meera, email: 'MEERA@example.com' });
    expect(await signUp(again, from(db), null)).toEqual({
      ok: false,
      error: { kind: 'conflict', code: 'email_taken', errors: { email: { code: 'email_taken' } } },
    });
  });

  it('twenty times at once with one form makes one account and signs in each request', async () => {
    const db = freshDatabase();
    const idempotentRequest = () => createIdempotentForm('one form', signUpContent(meera));
    const tries = await Promise.all(Array.from({ length: 20 }, () => signUp(meera, from(db), idempotentRequest())));
    expect(new Set(tries.map((one) => okValue(one).userId)).size).toBe(1);
    expect(db.$client.prepare('SELECT count(*) FROM users').pluck().get()).toBe(1);
    const other = await signUp({ ...meera, password: 'another!kite' }, from(db), idempotentRequest());
    expect(other).toMatchObject({ ok: false, error: { kind: 'conflict' } });
  });
});

describe('signing in', () => {
  const wrongCredentials = {
    ok: false,
    error: { kind: 'unauthenticated', code: 'wrong_credentials' },
  };

  it('gives the same message for a wrong password and an unknown email', async () => {
    const { db } = await withMeera();
    expect(await signIn({ email: meera.email, password: 'wrong!!' }, from(db))).toEqual(wrongCredentials);
    expect(await signIn({ email: 'nobody@example.com', password }, from(db))).toEqual(wrongCredentials);
  });

  it('makes a new token each time, and ends the session that the browser had', async () => {
    const { db, signInResult } = await withMeera();
    const actor = getActor(db, signInResult);
    const again = okValue(await signIn(meera, from(db, { actor })));
    expect(again.token).not.toBe(signInResult.token);
    expect(findSession(db, signInResult.token, start)).toBeNull();
    const byApi = okValue(await signIn(meera, from(db, { actor: getActor(db, again), kind: 'api' })));
    expect(findSession(db, again.token, start)).not.toBeNull();
    expect(findSession(db, byApi.token, start)).not.toBeNull();
  });

  it('claims the listings of the manage keys in the request, which are revoked', async () => {
    const { db } = await withMeera();
    const { listing, manageCode } = storeListing(db);
    const keyId = findManageKey(db, manageCode ?? '');
    const actor = { user: null, manageKeyIds: [keyId ?? ''] };
    storeListing(db, { name: 'Second' }, actor);
    const signInResult = okValue(await signIn(meera, from(db, { actor })));
    expect(signInResult.claimed).toBe(2);
    expect(findManageKey(db, manageCode ?? '')).toBeNull();
    expect(findListing(db, listing.id, actor)).toMatchObject({ isMine: false, seller: { name: 'Meera' } });
    expect(findListingsOwnedBy(db, getActor(db, signInResult))).toHaveLength(2);
  });

  it('ends after thirty days', async () => {
    const { db, signInResult } = await withMeera();
    const days = (n: number) => later(n * 86_400);
    expect(findSession(db, signInResult.token, days(29))).not.toBeNull();
    expect(findSession(db, signInResult.token, days(30))).toBeNull();
    expect(findSession(db, signInResult.token, days(31))).toBeNull();
  });
});

describe('a change of password', () => {
  it('ends every session, gives this browser a new one, and invalidates the old password', async () => {
    const { db, signInResult } = await withMeera();
    const elsewhere = okValue(await signIn(meera, from(db)));
    const actor = getActor(db, signInResult);
    const change = { currentPassword: password, newPassword: 'changed?kite' };
    const { token } = okValue(await changePassword(change, from(db, { actor })));
    for (const old of [signInResult.token, elsewhere.token]) expect(findSession(db, old, start)).toBeNull();
    expect(findSession(db, token, start)).not.toBeNull();
    expect((await signIn(meera, from(db))).ok).toBe(false);
    expect((await signIn({ ...meera, password: 'changed?kite' }, from(db))).ok).toBe(true);
  });

  const required: Reason = { code: 'required', values: { label: 'Your current password' } };
  it.each<[string | undefined, Reason]>([
    [undefined, required],
    ['', required],
    ['x!'.repeat(101), { code: 'wrong_current_password' }],
  ])('rejects %j as current password', (typed, reason) => {
    const parsed = passwordChangeFields.safeParse({ currentPassword: typed, newPassword: 'changed?kite' });
    expect(parsed.error?.issues).toMatchObject([{ message: encodeReason(reason) }]);
  });

  it('is not possible with an access token of any scope', async () => {
    const { db, signInResult } = await withMeera();
    const { user } = getActor(db, signInResult);
    if (!user) throw new Error('Meera is signed in.');
    for (const tokenScope of ['read', 'write'] as const) {
      const actor = { user: { ...user, tokenScope }, manageKeyIds: [] };
      const change = { currentPassword: password, newPassword: 'changed?kite' };
      expect(await changePassword(change, from(db, { actor }))).toMatchObject({ error: { kind: 'forbidden' } });
    }
  });

  it('requires the current one, and counts a wrong one as a sign-in attempt', async () => {
    const { db, signInResult } = await withMeera();
    const signInContext = from(db, { actor: getActor(db, signInResult), attemptLimit: { max: 2, windowSeconds: 180 } });
    const wrong = () => changePassword({ currentPassword: 'wrong!!', newPassword: 'changed?kite' }, signInContext);
    expect(await wrong()).toMatchObject({
      error: { kind: 'invalid', errors: { currentPassword: { code: 'wrong_current_password' } } },
    });
    await wrong();
    expect(await wrong()).toMatchObject({ error: { kind: 'too-many' } });
  });
});

describe('the data of a user', () => {
  it('can be downloaded, without secrets that only protect the account', async () => {
    const { db, signInResult } = await withMeera();
    storeListing(db, {}, getActor(db, signInResult));
    const data = exportOwnData(db, signInResult.userId);
    expect(data).toMatchObject({ account: { email: meera.email }, listings: [{ license: 'KA 05 LZ 4711' }] });
    expect(JSON.stringify(data)).not.toMatch(/argon2|tokenHash/);
  });

  it('is deleted with the account', async () => {
    const { db, signInResult } = await withMeera();
    const actor = getActor(db, signInResult);
    const { listing } = storeListing(db, {}, actor);
    expect((await deleteAccount('wrong!!', from(db, { actor }))).ok).toBe(false);
    okValue(await deleteAccount(password, from(db, { actor })));
    expect(findSession(db, signInResult.token, start)).toBeNull();
    expect(findListing(db, listing.id, anonymous)).toBeNull();
    expect(exportOwnData(db, signInResult.userId)).toBeNull();
    expect((await signUp(meera, from(db), null)).ok).toBe(true);
  });

  it('lists the signed-in devices, with this session marked', async () => {
    const { db, signInResult } = await withMeera();
    await signIn(meera, from(db, { label: 'Firefox on Linux', now: later(60) }));
    const user = findSession(db, signInResult.token, later(7200));
    await setImmediate();
    expect(user && findSessions(db, user, later(7200))).toMatchObject([
      { isThis: true, lastSeenAt: later(7200).toISOString() },
      { isThis: false, label: 'Firefox on Linux' },
    ]);
  });
});

describe('an operator', () => {
  it('is made from an account with a new password, and loses every session and token both then and at the end', async () => {
    const { db, signInResult } = await withMeera();
    const account = findAccountByEmail(db, meera.email);
    if (!account) throw new Error('Meera has no account');
    const newTokens = () =>
      (['browser', 'api', 'personal'] as const).map((kind) =>
        openSession(db, { userId: account.id, kind, label: null }, start),
      );
    const roles = (tokens: string[]) => tokens.map((token) => findSession(db, token, start)?.role);
    const before = [signInResult.token, ...newTokens()];
    expect(await promoteToOperator(db, account, 'short!', start)).toMatchObject({ error: { kind: 'invalid' } });
    expect(roles(before)).toEqual(['user', 'user', 'user', 'user']);

    const password = 'a kite over 2 hills!';
    expect(okValue(await promoteToOperator(db, account, password, start))).toMatchObject({ role: 'owner' });
    expect(roles(before)).toEqual([undefined, undefined, undefined, undefined]);
    expect(await signIn(meera, from(db))).toMatchObject({ error: { kind: 'unauthenticated' } });
    const { token } = okValue(await signIn({ email: meera.email, password }, from(db)));
    const after = [token, ...newTokens()];
    expect(roles(after)).toEqual(['owner', 'owner', 'owner', 'owner']);

    expect(demoteOperator(db, account, start)).toMatchObject({ error: { code: 'last_owner' } });
    okValue(await createOperator(db, 'desk@example.com', password, start));
    demoteOperator(db, account, start);
    expect(roles(after)).toEqual([undefined, undefined, undefined, undefined]);
    expect(findAccountByEmail(db, meera.email)?.role).toBe('user');
    expect(demoteOperator(db, account, start)).toMatchObject({ error: { kind: 'conflict' } });
  });

  it('is created under the name before the @', async () => {
    const { db } = await withMeera();
    await createOperator(db, 'desk@example.com', 'desk!desk!desk', start);
    const desk = okValue(await signIn({ email: 'desk@example.com', password: 'desk!desk!desk' }, from(db)));
    expect(findSession(db, desk.token, start)).toMatchObject({ name: 'desk', role: 'owner' });
  });
});
