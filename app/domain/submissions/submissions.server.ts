import { createHash } from 'node:crypto';
import type { Database } from '~db/connection';
import { type Command, type CommandContext, runCommand } from '../command.server';
import { aDay, momentBefore } from '../durations';
import { done, type Outcome, refused } from '../outcome';
import { seal, type SealName, unseal } from '../sealed.server';
import { statementsOf } from '../statements.server';

/** How long an answer is remembered (api.md, "Details"). */
const rememberedFor = aDay;

/** A write that may arrive twice: a double tap, a reload, an answer lost on the way. */
export type Submission = {
  /** What the sender named it: a form's hidden id, or an `Idempotency-Key`. Never stored. */
  id: string;
  /** What it is found by. */
  idHash: string;
  contentHash: string;
};

/** The parts stand apart: 'a', 'bc' is told from 'ab', 'c'. */
const hashOf = (...parts: string[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
};

/** The same for equal content, whatever the order of its fields. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/**
 * A call with an `Idempotency-Key`: the same key with other content is a mistake of the client.
 *
 * @param sender what tells this sender from others, so that nobody meets another's key
 * @param content the body as it was decoded: plain data that JSON can write
 */
export function callSubmission(key: string, sender: string, content: unknown): Submission {
  return { id: key, idHash: hashOf('call', sender, key), contentHash: hashOf(canonical(content)) };
}

/**
 * A call that is answered a token. The token is sealed with the sender's password too, because keys such as "1" are
 * soon guessed.
 *
 * @param content never the password: what is compared is hashed fast
 */
export function secretSubmission(key: string, sender: string, password: string, content: unknown): Submission {
  return { ...callSubmission(key, sender, content), id: `${key} ${password}` };
}

/**
 * A form with its submission id. The same id with other content is a page restored from history and filled in anew,
 * so the content is part of what it is found by: it counts as new, and is itself made once.
 *
 * @param content what came, and nothing that a first try changes
 */
export function formSubmission(id: string, content: unknown): Submission {
  const contentHash = hashOf(canonical(content));
  return { id, idHash: hashOf('form', id, contentHash), contentHash };
}

const statements = statementsOf((sqlite) => ({
  find: sqlite.prepare<[string, string, string], { contentHash: string; sealedAnswer: Buffer }>(
    `SELECT content_hash AS contentHash, sealed_answer AS sealedAnswer FROM submissions
      WHERE command = ? AND id_hash = ? AND created_at > ?`,
  ),
  remember: sqlite.prepare<[string, string, string, Buffer, string]>(
    'INSERT OR REPLACE INTO submissions (command, id_hash, content_hash, sealed_answer, created_at) VALUES (?, ?, ?, ?, ?)',
  ),
  purge: sqlite.prepare<[string]>('DELETE FROM submissions WHERE created_at <= ?'),
}));

const oldest = (now: Date): string => momentBefore(now, rememberedFor);

/**
 * Runs a command on checked input, once per submission: looking whether it was answered, running it and remembering
 * the answer are one immediate transaction, so that of any number of equal tries, at once or later, one writes.
 *
 * @param submission null when the sender named none: then the command simply runs
 * @returns what the first try was answered; a conflict when a call's key came with other content. A refusal is not
 *   remembered: the next try may succeed.
 */
export function runCommandOnce<Input, Value>(
  command: Pick<Command<Input, Value>, 'name' | 'run'>,
  input: Input,
  context: CommandContext,
  submission: Submission | null,
): Outcome<Value> {
  if (!submission) return runCommand(command, input, context);
  return runCommand<Input, Value>(
    {
      run: (checked, { db, now }) => {
        const { find, remember } = statements(db);
        const name: SealName = { secret: submission.id, salt: submission.idHash, purpose: command.name };
        const known = find.get(command.name, submission.idHash, oldest(now));
        if (known && known.contentHash !== submission.contentHash) {
          return refused({ kind: 'conflict', message: 'This Idempotency-Key was used for another request.' });
        }
        if (known) {
          // What the seal proves to be our own answer to this very submission is of the type it had then.
          const answered: Value = JSON.parse(unseal(known.sealedAnswer, name));
          return done(answered);
        }
        const outcome = command.run(checked, context);
        if (outcome.done) {
          const sealed = seal(JSON.stringify(outcome.value), name);
          remember.run(command.name, submission.idHash, submission.contentHash, sealed, now.toISOString());
        }
        return outcome;
      },
    },
    input,
    context,
  );
}

/** Forgets the answers that are older than 24 hours. */
export function purgeSubmissions(db: Database, now: Date): void {
  statements(db).purge.run(oldest(now));
}
