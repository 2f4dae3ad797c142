import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { issuedCodeMinutes, validateEmail } from '~/domain/accounts/account';
import {
  type AccountSummary,
  createOperator,
  demoteOperator,
  explainOperatorPassword,
  findAccountByEmail,
  issueRecoveryCodeOnCommandLine,
  listOperators,
  promoteToOperator,
  resetTwoStep,
} from '~/domain/accounts/operators.server';
import { formatReason, type Result } from '~/domain/shared/result';
import { toDatabaseFailure } from '~/domain/shared/database-status.server';
import { formatError } from '~/domain/shared/text';
import { formatDate, formatTimestamp, minuteMs } from '~/domain/shared/dates';
import { confirmClock } from '~/domain/shared/site-clock.server';
import { openSiteDatabase } from '../server/boot';
import { readSettings, SettingError, type Settings } from '~/http/settings.server';
import { setupPaths } from '~/paths';
import { issueSetupToken } from '~/domain/setup/setup-state.server';
import { closeDatabase, type Database } from '~db/connection';
import { DriverError } from '~db/driver.mjs';
import { isTeamRole } from '~/domain/shared/permissions';

/*
 * Creates, lists and removes operators (docs/product.md, "Operators"). The site may be running: a role takes effect
 * with the account's next request.
 */

const usage = `Specify an account:
  npm run operator -- desk@example.com              creates an operator's account
  npm run operator -- desk@example.com --existing   makes an account an operator, with a new password
  npm run operator -- --remove desk@example.com     makes an operator a user again
  npm run operator -- --reset-two-step desk@example.com  lets an operator sign in without a code
  npm run operator -- --list                        lists all operators
  npm run operator -- recover asha@example.com      issues a recovery code for any account, which works once within an hour
  npm run operator -- setup                         prints a new link to set a site without operators up
  npm run operator -- --confirm-clock               states that the clock of this machine is right`;

class CommandError extends Error {}

async function promptAtTerminal(question: string): Promise<string> {
  process.stderr.write(question);
  const unseen = new Writable({ write: (_chunk, _encoding, written) => written() });
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

/** Prompted for twice at a terminal, otherwise from the environment. */
async function promptPassword(): Promise<string> {
  if (!process.stdin.isTTY) {
    const set = process.env.OPERATOR_PASSWORD;
    if (set) return set;
    throw new CommandError('There is no terminal to prompt for a password. Set OPERATOR_PASSWORD.');
  }
  const password = await promptAtTerminal('New password: ');
  if ((await promptAtTerminal('Repeat the password: ')) !== password)
    throw new CommandError('The passwords do not match.');
  return password;
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        existing: { type: 'boolean' },
        remove: { type: 'boolean' },
        'reset-two-step': { type: 'boolean' },
        list: { type: 'boolean' },
        'confirm-clock': { type: 'boolean' },
      },
    });
    const recover = positionals[0] === 'recover';
    const isSetup = positionals[0] === 'setup';
    const isOneAction = [...Object.values(values), recover, isSetup].filter(Boolean).length <= 1;
    const addresses = recover || isSetup ? positionals.slice(1) : positionals;
    const email = (addresses[0] ?? '').trim().normalize('NFC').toLowerCase();
    const isAddressed =
      values.list || values['confirm-clock'] || isSetup
        ? addresses.length === 0
        : addresses.length === 1 && validateEmail(email) === null;
    if (isOneAction && isAddressed) return { ...values, recover, isSetup, email };
  } catch {
    // Unknown options print the usage, as does any other misuse.
  }
  throw new CommandError(usage);
}

/** Removes control characters: a user's name must not control the terminal. */
const toPrintable = (text: string): string => text.replace(/\p{C}/gu, '');

const formatJoined = ({ createdAt }: AccountSummary): string => formatDate(createdAt);

function getResult<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value;
  const message = formatReason(result.error);
  if (result.error.kind === 'invalid' && result.error.errors.password !== undefined) {
    throw new CommandError(explainOperatorPassword(message.replace(/\.$/, '')));
  }
  throw new CommandError(/[.!?]$/.test(message) ? message : `${message}.`);
}

async function makeOperator(db: Database, email: string, isExisting: boolean): Promise<string> {
  const account = findAccountByEmail(db, email);
  if (account && !isExisting) {
    throw new CommandError(
      `${account.email} already has an account: ${toPrintable(account.name)}, joined on ${formatJoined(account)}${isTeamRole(account.role) ? `, ${account.role}` : ''}. Nothing was changed. If it belongs to the operator, set a new password and end its sessions with: npm run operator -- ${account.email} --existing`,
    );
  }
  if (!account && isExisting)
    throw new CommandError(`There is no account with the email ${email}. Omit --existing to create it.`);
  const password = await promptPassword();
  if (!account) {
    getResult(await createOperator(db, email, password, new Date()));
    return `${email} is an operator now, with a new account.`;
  }
  getResult(await promoteToOperator(db, account, password, new Date()));
  return `${account.email} is an operator now, with the new password. Every session and access token of the account has ended.`;
}

function removeOperator(db: Database, email: string): string {
  const account = findAccountByEmail(db, email);
  if (!account) throw new CommandError(`There is no account with the email ${email}.`);
  getResult(demoteOperator(db, account, new Date()));
  return `${account.email} is no longer an operator. Every session and access token of the account has ended.`;
}

function recoverAccount(db: Database, email: string): string {
  const account = findAccountByEmail(db, email);
  if (!account) throw new CommandError(`There is no account with the email ${email}.`);
  const code = getResult(issueRecoveryCodeOnCommandLine(db, account, new Date()));
  return `${code}
The recovery code of ${account.email} works once at /recover, until ${formatTimestamp(new Date(Date.now() + issuedCodeMinutes * minuteMs))}.`;
}

function resetAuthenticator(db: Database, email: string): string {
  const account = findAccountByEmail(db, email);
  if (!account) throw new CommandError(`There is no account with the email ${email}.`);
  getResult(resetTwoStep(db, account, new Date()));
  return `${account.email} signs in with the password alone now. Every session and access token of the account has ended. Turn two-step sign-in on again under Password & Devices.`;
}

function describeOperators(db: Database): string {
  const operators = listOperators(db);
  return operators.length === 0
    ? 'There is no operator.'
    : operators.map((one) => `${one.email}, ${toPrintable(one.name)}, joined on ${formatJoined(one)}`).join('\n');
}

function createSetupLink(db: Database, { origin, port }: Settings): string {
  const now = new Date();
  const token = db.$client.transaction(() => issueSetupToken(db, now)).immediate();
  if (token === null) throw new CommandError('There is an operator already. npm run operator -- --list names them.');
  return `${origin ?? `http://localhost:${port}`}${setupPaths.begin(token)}
The link opens the shop once. An earlier one has ended.`;
}

function confirmTime(db: Database): string {
  const now = new Date();
  confirmClock(db, now);
  return `The time ${formatTimestamp(now)} is right: what is too old is deleted again, within an hour.`;
}

async function run(): Promise<string> {
  const {
    email,
    existing = false,
    remove,
    list,
    recover,
    isSetup,
    'confirm-clock': isClockRight,
    'reset-two-step': isReset,
  } = readArguments();
  const settings = readSettings(process.env);
  const db = openSiteDatabase(settings, { report: console.error });
  try {
    if (isClockRight) return confirmTime(db);
    if (list) return describeOperators(db);
    if (isSetup) return createSetupLink(db, settings);
    if (isReset) return resetAuthenticator(db, email);
    if (recover) return recoverAccount(db, email);
    return remove ? removeOperator(db, email) : await makeOperator(db, email, existing);
  } finally {
    closeDatabase(db);
  }
}

try {
  console.log(await run());
} catch (error) {
  const failure = toDatabaseFailure(error);
  if (failure) console.error(failure.remedy);
  else if ([CommandError, SettingError, DriverError].some((kind) => error instanceof kind))
    console.error(formatError(error));
  else throw error;
  process.exitCode = 1;
}
