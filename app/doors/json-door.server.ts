import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import type { Asker } from '~/domain/asker';
import { type Command, type CommandContext, checkInput } from '~/domain/command.server';
import { readProblem } from '~/domain/database-status.server';
import { commitWithOthers } from '~/domain/group-commit.server';
import { type Outcome, refused } from '~/domain/outcome';
import { runCommandOnce } from '~/domain/submissions/submissions.server';
import { rateLimitHeaders, type Standing } from '~/http/address-limits.server';
import { askerOf } from '~/http/asker.server';
import type { BodyAllowance } from '~/http/body-budget.server';
import { type ApiAnswer, isJson } from '~/http/json-answer';
import { type Runtime, runtimeOf } from '~/http/runtime.server';
import { type CallProblem, sendProblem, sendRefusal, withIgnored } from './api-answer.server';
import { changedFields, ignoredFields } from './body-fields.server';
import { readParams, readQuery } from './call-query.server';
import type { AnyContract, Contract } from './contract/contract.server';
import { finishWork, readKey, submissionOf } from './idempotency-key.server';
import { onlyIfMatching } from './if-match.server';
import { isRecord } from './is-record';
import { overLimit } from './over-limit.server';

/** One call of the API, once it is known who asks. */
export type Call = {
  request: Request;
  url: URL;
  params: Readonly<Record<string, string | undefined>>;
  runtime: Runtime;
  asker: Asker;
  now: Date;
  /** The public address of the site, for links in answers. */
  origin: string;
  /** What limits per address count by. */
  address: string;
  /** What the memory of its body is counted by. */
  bodyAllowance: BodyAllowance | null;
  /** How its sender stands with the limits it was counted against, which its answer tells of. */
  counted: Standing[];
  /** Its `Idempotency-Key`; null when none came. */
  key: string | null;
  /** The rules of its body; null for a request that has none. */
  rules: z.ZodType | null;
  /** What is to be done once it was responded to, whatever the response is. */
  cleanups: (() => Promise<void>)[];
  /** Names of body fields that the endpoint does not know or may not change, which a successful response names. */
  ignored: string[];
};

type Answer = ApiAnswer | Promise<ApiAnswer>;
type RouteArguments = Pick<LoaderFunctionArgs & ActionFunctionArgs, 'request' | 'params' | 'context'>;

/** What a handler is given once the call's contract has been held: nothing of it has to be checked again. */
type Given<Params, QueryShape extends z.ZodRawShape, Content, User> = {
  params: Params;
  query: z.infer<z.ZodObject<QueryShape>>;
  body: Content;
  user: User;
};
/** The same by the row itself. */
export type GivenBy<Row> =
  Row extends Contract<infer Params, infer QueryShape, infer Content, infer User>
    ? Given<Params, QueryShape, Content, User>
    : never;

/** A call that has somebody to answer it. */
type AnsweredCall = { contract: AnyContract; answer: (call: Call) => Promise<ApiAnswer> };

/** Has a handler answer the calls that keep a contract; others are refused, who asks first and the body last. */
export function answer<Params, QueryShape extends z.ZodRawShape, Content, User>(
  contract: Contract<Params, QueryShape, Content, User>,
  handler: (call: Call, given: Given<Params, QueryShape, Content, User>) => Answer,
): AnsweredCall {
  return {
    contract,
    async answer(call) {
      const user = contract.who.admit(call.asker);
      if (!user.done) return sendProblem(user.problem);
      const params = readParams(call.params, contract.params);
      if (!params.done) return sendProblem(params.problem);
      const query = readQuery(call.url, contract.query);
      if (!query.done) return sendProblem(query.problem);
      call.rules = contract.body.facts?.fields(call.now) ?? null;
      const body = await contract.body.read(call.request);
      if (!body.done) return sendProblem(body.problem);
      if (isRecord(body.value)) noteIgnored(call, body.value);
      return handler(call, { params: params.value, query: query.value, body: body.value, user: user.value });
    },
  };
}

async function finish(call: Call): Promise<void> {
  finishWork(call);
  for (const cleanup of call.cleanups) await cleanup();
}

/** Takes down which fields of a body count for nothing, for the response to name them. */
export function noteIgnored(call: Call, body: Record<string, unknown>): void {
  if (call.rules) call.ignored = ignoredFields(body, call.rules);
}

/** What of a JSON body differs from the item as the client was shown it; all of it where there is none to compare. */
export const changesOf = (call: Call, body: Record<string, unknown>, shown: object | null): Record<string, unknown> =>
  shown ? changedFields(body, { ...shown }, call.rules) : body;

/** What answers one address, with what the server goes by before any code of the route runs. */
type ApiDoor = ((route: RouteArguments) => Promise<Response>) & {
  /** The same answer, before it is put into a `Response` for the framework. */
  answer: (route: RouteArguments) => Promise<ApiAnswer>;
  /** For `Allow`; HEAD is answered wherever GET is, and OPTIONS everywhere. */
  methods: readonly string[];
  /** Query parameters that a kept answer depends on, in one order; undefined for one that is made for each asker. */
  keep: readonly string[] | undefined;
};

/** The door that gives an answer, as a route exports it. */
export function toDoor(answer: ApiDoor['answer'], stated: Pick<ApiDoor, 'methods' | 'keep'>): ApiDoor {
  const door = async (route: RouteArguments): Promise<Response> => {
    const answered = await answer(route);
    return isJson(answered) ? answered.toResponse() : answered;
  };
  return Object.assign(door, { answer, ...stated });
}

const deadToken: CallProblem = {
  kind: 'unauthenticated',
  message: 'The token is not valid. Please sign in again.',
};

const noKey = { done: true, value: null } as const;

const isCompressed = ({ headers }: Request): boolean => (headers.get('Content-Encoding') ?? 'identity') !== 'identity';
const compressedBody: CallProblem = {
  kind: 'unsupported',
  message: 'Send the body as it is, not compressed.',
  accepts: { 'Accept-Encoding': 'identity' },
};

/** A write tells how its sender stands with the limits it was counted against; of reads the server tells. */
function withStanding(answered: ApiAnswer, { counted }: Call): ApiAnswer {
  if (counted.length === 0) return answered;
  for (const [name, value] of Object.entries(rateLimitHeaders(counted))) answered.headers.set(name, value);
  return answered;
}

/** Which token would do (RFC 6750, section 3.1). */
const insufficientScope = { 'WWW-Authenticate': 'Bearer error="insufficient_scope", scope="write"' };

/**
 * The JSON door of one address: the loader and the action of its route at once. Every outcome, a bug included, leaves
 * it with the envelope of docs/product.md, "Envelope"; nothing is ever left to Remix to put into words.
 */
export function jsonDoor(...calls: readonly AnsweredCall[]): ApiDoor {
  const answers = new Map<string, AnsweredCall>(calls.map((call) => [call.contract.method, call]));
  const methods = [...answers.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method));
  methods.push('OPTIONS');
  const read = answers.get('GET')?.contract;
  const answerRoute = async ({ request, params, context }: RouteArguments): Promise<ApiAnswer> => {
    const runtime = runtimeOf(context);
    try {
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: methods.join(', ') } });
      const asked = answers.get(method);
      if (!asked) {
        return sendRefusal(405, `${request.method} is not possible here.`, undefined, { Allow: methods.join(', ') });
      }
      const { counts = 'write', ignoresDeadTokens = false } = asked.contract;
      const asker = askerOf(request, runtime);
      if (!asker.user && !ignoresDeadTokens && request.headers.has('Authorization')) return sendProblem(deadToken);
      if (asker.user?.tokenScope === 'read' && method !== 'GET' && counts === 'write' && !ignoresDeadTokens) {
        return sendRefusal(403, 'This access token may only read.', undefined, insufficientScope);
      }
      const isRead = method === 'GET';
      const key = isRead ? noKey : readKey(request);
      if (!key.done) return sendProblem(key.problem);
      if (!isRead && isCompressed(request)) return sendProblem(compressedBody);
      const url = new URL(request.url);
      const call: Call = {
        request,
        url,
        params,
        runtime,
        asker,
        now: runtime.clock(),
        origin: runtime.settings.origin ?? url.origin,
        address: context.address ?? '',
        bodyAllowance: context.bodyAllowance ?? null,
        counted: [],
        key: key.value,
        rules: null,
        cleanups: [],
        ignored: [],
      };
      if (isRead) return await asked.answer(call);
      const busy = overLimit(call, counts);
      const answered = busy ? sendProblem(busy) : await asked.answer(call).finally(() => finish(call));
      return withStanding(withIgnored(answered, call.ignored), call);
    } catch (error) {
      const problem = readProblem(runtime.db, error);
      if (problem) return sendProblem(problem);
      // Nobody is left to answer when a sender hangs up, and nothing went wrong here.
      if (!request.signal.aborted) runtime.log.error({ requestId: context.requestId, err: error }, 'unexpected');
      return sendRefusal(500, 'Something went wrong');
    }
  };
  return toDoor(answerRoute, { methods, keep: read?.isKept ? Object.keys(read.query.shape) : undefined });
}

/**
 * A command on its way through the JSON door: check the fields, prepare what is slow, run once per `Idempotency-Key`,
 * and only while what it changes is as `If-Match` names it.
 *
 * @param fields what its schema checks
 * @param content what came, as it came: what a repeated key is compared by; absent: the fields
 * @param prepare slow work before the transaction, such as photos; absent: none
 */
export async function runCall<Input, Value>(
  call: Call,
  command: Command<Input, Value>,
  fields: Record<string, unknown>,
  content: unknown = fields,
  prepare?: (input: Input) => Promise<Outcome<Input>>,
): Promise<Outcome<Value>> {
  const { request, runtime, asker, now } = call;
  const guarded = onlyIfMatching(command, request.headers.get('If-Match'));
  const checked = checkInput(command, fields, now);
  if (!checked.done) return checked;
  const busy = command.limit === 'write' ? null : overLimit(call, command.limit);
  if (busy) return refused(busy);
  const prepared = prepare ? await prepare(checked.value) : checked;
  if (!prepared.done) return asKnownSender(prepared, request);
  const context: CommandContext = { db: runtime.db, asker, now };
  const submission = submissionOf(call, content);
  const outcome = await commitWithOthers(runtime.db, () =>
    runCommandOnce(guarded, prepared.value, context, submission),
  );
  return asKnownSender(outcome, request);
}

/** Whoever sends a key has said who they are; it is the wrong one. */
function asKnownSender<Value>(outcome: Outcome<Value>, { headers }: Request): Outcome<Value> {
  if (outcome.done || outcome.problem.kind !== 'unauthenticated' || !headers.has('X-Manage-Key')) return outcome;
  return refused({ kind: 'forbidden', message: 'This code opens nothing here.' });
}
