import { createHash } from 'node:crypto';
import type { Database } from '~db/connection';
import { type Command, type CommandContext, runCommand } from '../command.server';
import { aDay, momentBefore } from '../durations';
import { done, type Outcome, refused } from '../outcome';
import { seal, unseal } from '../sealed.server';
import { statementsOf } from '../statements.server';

/** How long an answer is remembered (docs/product.md, "Idempotency"). */
const rememberedFor = aDay;

/** A write that may arrive twice: a double tap, a reload, an answer lost on the way. */
export type Submission = {
  /** What the sender named it: a form's hidden id, or an `Idempotency-Key`. Never stored. */
  id: string;
  /** What it is found by. */
  idHash: string;
  contentHash: string;
  /** SHA-256 of what proves a sender to be the first one, such as a cookie; null where nothing does. */
  senderHash: string | null;
  /**
   * What it was found by before its sender was given a secret to send along; absent: nothing. An answer under it counts
   * only for a sender who holds its secret.
   */
  earlierIdHash?: string;
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
 * @param earlierSender what told the same sender from others before it had a manage key to send
 */
export function callSubmission(key: string, sender: string, content: unknown, earlierSender?: string): Submission {
  return {
    id: key,
    idHash: hashOf('call', sender, key),
    contentHash: hashOf(canonical(content)),
    senderHash: null,
    ...(earlierSender !== undefined && { earlierIdHash: hashOf('call', earlierSender, key) }),
  };
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
 * @param senderProof the secret of the cookie that came with the form; null: none did, or the answer holds no secret
 */
export function formSubmission(id: string, content: unknown, senderProof: string | null = null): Submission {
  const contentHash = hashOf(canonical(content));
  const senderHash = senderProof === null ? null : hashOf(senderProof);
  return { id, idHash: hashOf('form', id, contentHash), contentHash, senderHash };
}

type StoredAnswer = { contentHash: string; sealedAnswer: Buffer; senderHash: string | null };

const statements = statementsOf((sqlite) => ({
  find: sqlite.prepare<[string, string, string], StoredAnswer>(
    `SELECT content_hash AS contentHash, sealed_answer AS sealedAnswer, sender_hash AS senderHash FROM submissions
      WHERE command = ? AND id_hash = ? AND created_at > ?`,
  ),
  remember: sqlite.prepare<[string, string, string, Buffer, string, string | null]>(
    `INSERT OR REPLACE INTO submissions (command, id_hash, content_hash, sealed_answer, created_at, sender_hash)
      VALUES (?, ?, ?, ?, ?, ?)`,
  ),
  purge: sqlite.prepare<[string]>('DELETE FROM submissions WHERE created_at <= ?'),
}));

const oldest = (now: Date): string => momentBefore(now, rememberedFor);

/**
 * Runs a command on checked input, once per submission: looking whether it was answered, running it and remembering
 * the answer are one immediate transaction, so that of any number of equal tries, at once or later, one writes.
 *
 * @param submission null when the sender named none: then the command simply runs
 * @returns what the first try was answered, without its secrets unless the sender proves to be the first one; a
 *   conflict when a call's key came with other content. A refusal is not remembered: the next try may succeed.
 */
export function runCommandOnce<Input, Value>(
  command: Pick<Command<Input, Value>, 'name' | 'run' | 'secrets'>,
  input: Input,
  context: CommandContext,
  submission: Submission | null,
): Outcome<Value> {
  if (!submission) return runCommand(command, input, context);
  return runCommand<Input, Value>(
    {
      run: (checked, { db, now }) => {
        const repeated = findAnswer(command, context, submission);
        if (repeated) return repeated;
        const outcome = command.run(checked, context);
        if (outcome.done) {
          const { id, idHash, contentHash, senderHash } = submission;
          const sealed = seal(JSON.stringify(outcome.value), { secret: id, salt: idHash, purpose: command.name });
          statements(db).remember.run(command.name, idHash, contentHash, sealed, now.toISOString(), senderHash);
        }
        return outcome;
      },
    },
    input,
    context,
  );
}

/** What a submission was answered before; null when it is the first. */
function findAnswer<Value>(
  { name, secrets }: Pick<Command<never, Value>, 'name' | 'secrets'>,
  context: CommandContext,
  { id, idHash, contentHash, senderHash, earlierIdHash }: Submission,
): Outcome<Value> | null {
  const { find } = statements(context.db);
  const since = oldest(context.now);
  // What the seal proves to be our own answer to this very submission is of the type it had then.
  const open = (sealed: Buffer, salt: string): Value => JSON.parse(unseal(sealed, { secret: id, salt, purpose: name }));
  const known = find.get(name, idHash, since);
  if (known && known.contentHash !== contentHash) {
    return refused({ kind: 'conflict', message: 'This Idempotency-Key was used for another request.' });
  }
  if (known) {
    const value = open(known.sealedAnswer, idHash);
    const isFirstSender = senderHash !== null && senderHash === known.senderHash;
    return done(!secrets || isFirstSender || secrets.areHeld(value, context) ? value : secrets.remove(value));
  }
  const earlier = secrets && earlierIdHash !== undefined ? find.get(name, earlierIdHash, since) : undefined;
  if (!secrets || earlierIdHash === undefined || earlier?.contentHash !== contentHash) return null;
  const value = open(earlier.sealedAnswer, earlierIdHash);
  return secrets.areHeld(value, context) ? done(value) : null;
}

/** Forgets the answers that are older than 24 hours. */
export function purgeSubmissions(db: Database, now: Date): void {
  statements(db).purge.run(oldest(now));
}
