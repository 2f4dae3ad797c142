import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import {
  acceptCode,
  countRecoveryCodes,
  createAuthenticatorLink,
  disableAuthenticator,
  enableAuthenticator,
  generateAuthenticatorSecret,
  removeAuthenticator,
} from '~/domain/accounts/authenticator.server';
import { hasFreshPassword } from '~/domain/accounts/fresh-password';
import { requireFreshPassword } from '~/domain/accounts/passwords.server';
import { findSession, openSession } from '~/domain/accounts/sessions.server';
import { finishSignIn } from '~/domain/sign-in/sign-in.commands.server';
import { deleteListing } from '~/domain/listings/own-listing.commands.server';
import { checkInput, createIdempotentApiRequest, runCommand } from '~/domain/shared/run-command.server';
import {
  beginSignIn,
  from,
  getActor,
  later,
  meera,
  okValue,
  password,
  signIn,
  start,
  withMeera,
} from '../support/account-fixture';
import { storeListing, storeUser } from '../support/stored-listing';

const codeAt = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

/** Meera as an operator in a browser, and her actions there. */
async function operator() {
  const { db, signInResult } = await withMeera();
  db.$client.exec("UPDATE users SET role = 'owner'");
  const at = (seconds: number) => from(db, { actor: getActor(db, signInResult, later(seconds)), now: later(seconds) });
  const secret = generateAuthenticatorSecret();
  const turnOn = (code: string, seconds = 0) => enableAuthenticator({ secret, code, password }, at(seconds));
  return { db, signInResult, userId: signInResult.userId, secret, at, turnOn };
}

describe('the second step', () => {
  it('is turned on by a code and the password, and provisioned by a URI that apps read', async () => {
    const { db, userId, secret, at, turnOn } = await operator();
    expect(createAuthenticatorLink(secret, 'Dopahiya', meera.email)).toBe(
      `otpauth://totp/Dopahiya:meera%40example.com?issuer=Dopahiya&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(await turnOn('000000')).toMatchObject({ error: { errors: { code: { code: 'wrong_code' } } } });
    const wrong = await enableAuthenticator({ secret, code: codeAt(secret, start), password: 'wrong!!' }, at(0));
    expect(wrong).toMatchObject({ error: { errors: { password: { code: 'wrong_current_password' } } } });
    expect(await enableAuthenticator({ secret: 'A', code: '1', password }, at(0))).toMatchObject({ ok: false });
    expect(countRecoveryCodes(db, userId)).toBe(null);
    const codes = okValue(await turnOn(codeAt(secret, start)));
    expect(codes).toHaveLength(10);
    expect(countRecoveryCodes(db, userId)).toBe(10);
    const file = db.$client.serialize().toString('latin1');
    for (const code of codes) expect(file).not.toContain(code.replaceAll('-', ''));
    expect(await turnOn(codeAt(secret, later(60)), 60)).toMatchObject({ error: { kind: 'conflict' } });
  });

  it('is available to operators only', async () => {
    const { db, signInResult } = await withMeera();
    const secret = generateAuthenticatorSecret();
    const input = { secret, code: codeAt(secret, start), password };
    expect(await enableAuthenticator(input, from(db, { actor: getActor(db, signInResult) }))).toMatchObject({
      error: { kind: 'forbidden' },
    });
  });

  it('accepts the current code, the one before and the one after, each once and in order', async () => {
    const { db, userId, secret, turnOn } = await operator();
    const codes = okValue(await turnOn(codeAt(secret, start)));
    const accepts = (code: string, seconds: number) => acceptCode(db, userId, code, later(seconds));
    expect(accepts(codeAt(secret, start), 0)).toBe(false);
    expect(accepts(codeAt(secret, later(90)), 30)).toBe(false);
    expect(accepts(codeAt(secret, later(60)), 30)).toBe(true);
    expect(accepts(codeAt(secret, later(60)), 60)).toBe(false);
    expect(accepts(codeAt(secret, later(30)), 60)).toBe(false);
    expect(accepts(codeAt(secret, later(90)), 120)).toBe(true);
    for (const nonsense of ['', '12345', 'abcdef', '１２３４５６', 'A'.repeat(16)])
      expect(accepts(nonsense, 300)).toBe(false);
    const [one = '', other = ''] = codes;
    expect([accepts(one.toLowerCase(), 300), accepts(one, 300), accepts(other.replaceAll('-', ' '), 300)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(countRecoveryCodes(db, userId)).toBe(8);
  });

  it('is required between a correct password and a session', async () => {
    const { db, secret, turnOn } = await operator();
    okValue(await turnOn(codeAt(secret, start)));
    const begun = okValue(await beginSignIn(meera, from(db)));
    const ticket = 'ticket' in begun ? begun.ticket : '';
    expect(ticket).toHaveLength(27);
    expect(findSession(db, ticket, start)).toBe(null);
    const finish = (code: string, seconds: number, changes: object = {}) =>
      finishSignIn({ ticket, code, ...changes }, from(db, { now: later(seconds) }));
    expect(await finish('000000', 40)).toMatchObject({
      error: { kind: 'invalid', errors: { code: { code: 'wrong_code' } } },
    });
    expect(await finish(codeAt(secret, later(40)), 40, { ticket: 'another' })).toMatchObject({
      error: { kind: 'unauthenticated' },
    });
    const signInResult = okValue(await finish(codeAt(secret, later(40)), 40));
    expect(findSession(db, signInResult.token, later(40))?.role).toBe('owner');
    expect(await finish(codeAt(secret, later(90)), 90)).toMatchObject({ error: { kind: 'unauthenticated' } });
  });

  it('expires after ten minutes, and has the same limit of attempts as a password', async () => {
    const { db, secret, turnOn } = await operator();
    okValue(await turnOn(codeAt(secret, start)));
    const limited = (seconds: number) =>
      from(db, { now: later(seconds), attemptLimit: { max: 3, windowSeconds: 180 } });
    const begun = okValue(await beginSignIn(meera, limited(0)));
    const ticket = 'ticket' in begun ? begun.ticket : '';
    const kinds = [];
    for (let tries = 0; tries < 4; tries += 1) {
      const result = await finishSignIn({ ticket, code: '000000' }, limited(1));
      kinds.push(result.ok ? 'done' : result.error.kind);
    }
    // The correct password itself was the first of three.
    expect(kinds).toEqual(['invalid', 'invalid', 'too-many', 'too-many']);
    const code = codeAt(secret, later(600));
    expect(await finishSignIn({ ticket, code }, limited(600))).toMatchObject({ error: { kind: 'unauthenticated' } });
  });

  it('of an API client is a code in the same request, which a repeated request may repeat', async () => {
    const { db, secret, turnOn } = await operator();
    okValue(await turnOn(codeAt(secret, start)));
    const signInContext = from(db, { kind: 'api', now: later(60) });
    expect(await signIn(meera, signInContext)).toMatchObject({
      error: {
        kind: 'unauthenticated',
        code: 'second_step_required',
        errors: { code: { code: 'required', values: { label: 'Code' } } },
      },
    });
    expect(await signIn({ ...meera, code: '000000' }, signInContext)).toMatchObject({
      error: { kind: 'unauthenticated', code: 'wrong_code', errors: { code: { code: 'wrong_code' } } },
    });
    const code = codeAt(secret, later(60));
    expect(await signIn({ ...meera, password: 'wrong!!', code }, signInContext)).toMatchObject({
      error: { code: 'wrong_credentials' },
    });
    const once = () => createIdempotentApiRequest('a key', 'an address', code);
    const first = okValue(await signIn({ ...meera, code }, signInContext, once));
    expect(okValue(await signIn({ ...meera, code }, signInContext, once)).token).toBe(first.token);
    expect((await signIn({ ...meera, code }, signInContext)).ok).toBe(false);
  });

  it('is turned off by a code and the password, or by the command npm run operator', async () => {
    const { db, userId, secret, at, turnOn } = await operator();
    const [recovery = ''] = okValue(await turnOn(codeAt(secret, start)));
    expect((await disableAuthenticator({ code: '000000', password }, at(60))).ok).toBe(false);
    expect((await disableAuthenticator({ code: recovery, password: 'wrong!!' }, at(60))).ok).toBe(false);
    expect((await disableAuthenticator({ code: recovery, password }, at(60))).ok).toBe(true);
    expect(countRecoveryCodes(db, userId)).toBe(null);
    okValue(await turnOn(codeAt(secret, later(120)), 120));
    removeAuthenticator(db, userId);
    expect('token' in okValue(await beginSignIn(meera, from(db)))).toBe(true);
    expect(db.$client.prepare('SELECT count(*) FROM recovery_codes').pluck().get()).toBe(0);
  });
});

describe('a session of an operator', () => {
  const hours = 3600;

  it('ends after twelve idle hours, in a browser and an API client, unlike a user’s', async () => {
    const { db, userId } = await operator();
    const tokens = (['browser', 'api'] as const).map((kind) => openSession(db, { userId, kind, label: null }, start));
    const named = openSession(db, { userId, kind: 'personal', label: 'nightly', days: 90 }, start);
    const isOpen = (token: string, seconds: number) => findSession(db, token, later(seconds)) !== null;
    for (const idle of [12, 13]) {
      expect(tokens.map((token) => isOpen(token, idle * hours))).toEqual([false, false]);
    }
    expect(isOpen(named, 24 * hours)).toBe(true);
    const [browser = ''] = tokens;
    expect(isOpen(browser, 11 * hours)).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOpen(browser, 22 * hours)).toBe(true);
    storeUser(db, 'Another', 'owner');
    db.$client.prepare("UPDATE users SET role = 'user' WHERE id = ?").run(userId);
    expect(isOpen(tokens[1] ?? '', 48 * hours)).toBe(true);
  });

  it('may delete others’ items for ten minutes after the password was given again', async () => {
    const { db, signInResult, at } = await operator();
    const remove = (seconds: number) => {
      const { listing } = storeListing(db);
      const input = checkInput(deleteListing, { id: listing.id, kind: 'bike' }, start);
      if (!input.ok) throw new Error(input.error.code);
      return runCommand(deleteListing, input.value, at(seconds));
    };
    const user = (seconds: number) => {
      const found = findSession(db, signInResult.token, later(seconds));
      if (!found) throw new Error('It has ended.');
      return found;
    };
    expect(remove(0)).toMatchObject({ error: { kind: 'forbidden' } });
    expect(await requireFreshPassword(user(0), '', at(0))).toMatchObject({
      error: { errors: { password: { code: 'password_unconfirmed' } } },
    });
    expect((await requireFreshPassword(user(0), 'wrong!!', at(0))).ok).toBe(false);
    expect((await requireFreshPassword(user(0), password, at(0))).ok).toBe(true);
    expect(remove(599).ok).toBe(true);
    expect(remove(600)).toMatchObject({ error: { kind: 'forbidden' } });
    expect(hasFreshPassword(user(600), later(600))).toBe(false);
    const program = { user: { ...user(0), passwordConfirmedAt: undefined }, manageKeyIds: [] };
    const { listing } = storeListing(db);
    const { passwordConfirmedAt: _none, ...ofProgram } = program.user;
    expect(
      runCommand(
        deleteListing,
        { id: listing.id, kind: 'bike' },
        { db, actor: { ...program, user: ofProgram }, now: start },
      ).ok,
    ).toBe(true);
  });
});
