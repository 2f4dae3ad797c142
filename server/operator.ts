import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { emailFault } from '~/domain/accounts/account-faults';
import { chosenPasswordFault } from '~/domain/accounts/easy-password.server';
import { makeOperator } from '~/domain/accounts/make-operator.server';
import { openSiteDatabase } from '~/http/runtime.server';
import { readSettings, SettingError } from '~/http/settings.server';
import { closeDatabase } from '~db/connection';

/*
 * Makes an account an operator, or creates one (decisions.md section 4):
 *   npm run operator -- desk@example.com
 * Also while the site runs: the role counts from the account's next request on.
 */

class GivenUp extends Error {}

/** Asks at the terminal without showing what is typed. */
async function askAtTerminal(question: string): Promise<string> {
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

/** The password of an account to be made: asked for twice, or, where nobody can be asked, a setting. */
async function newPassword(email: string): Promise<string> {
  const set = process.env.OPERATOR_PASSWORD;
  if (!process.stdin.isTTY && !set) {
    throw new GivenUp('There is no such account, and no terminal to ask for its password: set OPERATOR_PASSWORD.');
  }
  const password = process.stdin.isTTY ? await askAtTerminal('A password for the new account: ') : (set ?? '');
  const fault = chosenPasswordFault(password.normalize('NFC'), { email, role: 'operator' });
  if (fault) throw new GivenUp(fault.endsWith('.') ? fault : `${fault}.`);
  if (process.stdin.isTTY && (await askAtTerminal('Once more: ')) !== password) {
    throw new GivenUp('The two are not the same.');
  }
  return password;
}

async function run(): Promise<string> {
  const email = (process.argv[2] ?? '').trim().normalize('NFC').toLowerCase();
  if (emailFault(email)) throw new GivenUp('Say whose account: npm run operator -- desk@example.com');
  const db = openSiteDatabase(readSettings(process.env));
  try {
    const made = await makeOperator(db, email, () => newPassword(email), new Date());
    if (!made.done) throw new GivenUp(made.problem.message);
    return made.value === 'created'
      ? `${email} has an account now, and is an operator.`
      : `${email} is an operator now.`;
  } finally {
    closeDatabase(db);
  }
}

try {
  console.log(await run());
} catch (error) {
  if (!(error instanceof GivenUp || error instanceof SettingError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
