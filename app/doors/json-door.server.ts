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

/** An API request after authentication. */
export type Call = {
  request: Request;
  url: URL;
  params: Readonly<Record<string, string | undefined>>;
  runtime: Runtime;
  asker: Asker;
  now: Date;
  /** Public origin of the site, for links in responses. */
  origin: string;
  /** Client address, used by rate limits. */
  address: string;
  /** Memory accounting of the body. */
  bodyAllowance: BodyAllowance | null;
  /** Rate limits that the request was counted against, reported in the response. */
  counted: Standing[];
  /** The `Idempotency-Key`; null if absent. */
  key: string | null;
  /** Schema of the body; null for a request without one. */
  rules: z.ZodType | null;
  /** Cleanup to run after the response, whatever its status. */
  cleanups: (() => Promise<void>)[];
  /** Body fields that the endpoint does not know or does not allow to be changed; a successful response lists them. */
  ignored: string[];
};

type Answer = ApiAnswer | Promise<ApiAnswer>;
type RouteArguments = Pick<LoaderFunctionArgs & ActionFunctionArgs, 'request' | 'params' | 'context'>;

/** Arguments of a handler, already validated against the contract. */
type Given<Params, QueryShape extends z.ZodRawShape, Content, User> = {
  params: Params;
  query: z.infer<z.ZodObject<QueryShape>>;
  body: Content;
  user: User;
};
/** Arguments of a handler, inferred from the type of its contract. */
export type GivenBy<Row> =
  Row extends Contract<infer Params, infer QueryShape, infer Content, infer User>
    ? Given<Params, QueryShape, Content, User>
    : never;

/** An API contract with its handler. */
type AnsweredCall = { contract: AnyContract; answer: (call: Call) => Promise<ApiAnswer> };

/**
 * Binds a handler to the contract of an endpoint. Requests that violate the contract are rejected, checking
 * authorization first and the body last.
 */
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

/** Records which body fields are ignored, for the response to list. */
export function noteIgnored(call: Call, body: Record<string, unknown>): void {
  if (call.rules) call.ignored = ignoredFields(body, call.rules);
}

/**
 * Fields of a JSON body that differ from the item as the client last saw it; all fields if there is none to compare.
 */
export const changesOf = (call: Call, body: Record<string, unknown>, shown: object | null): Record<string, unknown> =>
  shown ? changedFields(body, { ...shown }, call.rules) : body;

/** Handler of one URL, with the metadata that the server reads before any code of the route runs. */
type ApiDoor = ((route: RouteArguments) => Promise<Response>) & {
  /** The same response before it is wrapped in a `Response` for Remix. */
  answer: (route: RouteArguments) => Promise<ApiAnswer>;
  /** Methods for `Allow`; HEAD is supported wherever GET is, and OPTIONS everywhere. */
  methods: readonly string[];
  /** Query parameters that make up the cache key, in a fixed order; undefined if the response depends on the client. */
  keep: readonly string[] | undefined;
};

/** Wraps a handler as the loader or action that a route exports. */
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

/** Reports the rate limits of a write in its response; those of reads are reported by the server. */
function withStanding(answered: ApiAnswer, { counted }: Call): ApiAnswer {
  if (counted.length === 0) return answered;
  for (const [name, value] of Object.entries(rateLimitHeaders(counted))) answered.headers.set(name, value);
  return answered;
}

/** The scope that is required (RFC 6750, section 3.1). */
const insufficientScope = { 'WWW-Authenticate': 'Bearer error="insufficient_scope", scope="write"' };

/**
 * Builds the JSON endpoint of one URL, used as both loader and action of its route. Every response, including for
 * unexpected errors, has the envelope of docs/product.md, "Envelope"; Remix never produces an error response.
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
      // The client closed the connection, so there is no one to respond to and no error to log.
      if (!request.signal.aborted) runtime.log.error({ requestId: context.requestId, err: error }, 'unexpected');
      return sendRefusal(500, 'Something went wrong');
    }
  };
  return toDoor(answerRoute, { methods, keep: read?.isKept ? Object.keys(read.query.shape) : undefined });
}

/**
 * Runs a command for an API request: validates the fields, prepares slow work, and runs once per `Idempotency-Key`,
 * only if the item matches `If-Match`.
 *
 * @param fields input validated by the schema of the command
 * @param content raw content of the request, compared when an idempotency key is repeated; defaults to the fields
 * @param prepare slow work before the transaction, such as photos; optional
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

/** A client that sends a manage key is identified but lacks permission, hence 403 and not 401. */
function asKnownSender<Value>(outcome: Outcome<Value>, { headers }: Request): Outcome<Value> {
  if (outcome.done || outcome.problem.kind !== 'unauthenticated' || !headers.has('X-Manage-Key')) return outcome;
  return refused({ kind: 'forbidden', message: 'This code opens nothing here.' });
}
