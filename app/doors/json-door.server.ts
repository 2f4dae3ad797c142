import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import type { Asker } from '~/domain/asker';
import { type Command, type CommandContext, checkInput } from '~/domain/command.server';
import { commitWithOthers } from '~/domain/group-commit.server';
import { type Outcome, refused } from '~/domain/outcome';
import { callSubmission, runCommandOnce } from '~/domain/submissions/submissions.server';
import { askerOf } from '~/http/asker.server';
import { type Runtime, runtimeOf } from '~/http/runtime.server';
import { sendProblem, sendRefusal } from './api-answer.server';
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
};

type Handler = (call: Call) => Response | Promise<Response>;
type Handlers = Partial<Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', Handler>>;
type RouteArguments = Pick<LoaderFunctionArgs & ActionFunctionArgs, 'request' | 'params' | 'context'>;

const isKnown = (handlers: Handlers, method: string): method is keyof Handlers => Object.hasOwn(handlers, method);

const allowOf = (handlers: Handlers): string =>
  [...Object.keys(handlers).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)), 'OPTIONS'].join(', ');

/**
 * The JSON door of one address: the loader and the action of its route at once. Every outcome, a bug included, leaves
 * it as a `Response` with the envelope of api.md; nothing is ever left to Remix to put into words.
 *
 * @param ignoresDeadTokens for the calls that make a token: whoever needs a new one may still send the old
 * @param counts what calls other than GET count against; 'api-read' for questions that need a body and write nothing
 */
export function jsonDoor(
  handlers: Handlers,
  { ignoresDeadTokens = false, counts = 'write' }: { ignoresDeadTokens?: boolean; counts?: 'write' | 'api-read' } = {},
): (route: RouteArguments) => Promise<Response> {
  const allow = allowOf(handlers);
  return async ({ request, params, context }) => {
    const runtime = runtimeOf(context);
    try {
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: allow } });
      const handler = isKnown(handlers, method) ? handlers[method] : undefined;
      if (!handler) {
        return sendRefusal(405, `${request.method} is not possible here.`, undefined, { Allow: allow });
      }
      const asker = askerOf(request, runtime);
      if (!asker.user && !ignoresDeadTokens && request.headers.has('Authorization')) {
        return sendProblem({ kind: 'unauthenticated', message: 'The token is not valid. Please sign in again.' });
      }
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
      };
      const busy = method === 'GET' ? null : overLimit(call, counts);
      return busy ? sendProblem(busy) : await handler(call);
    } catch (error) {
      // Nobody is left to answer when a sender hangs up, and nothing went wrong here.
      if (!request.signal.aborted) runtime.log.error({ requestId: context.requestId, err: error }, 'unexpected');
      return sendRefusal(500, 'Something went wrong');
    }
  };
}

/**
 * A command on its way through the JSON door: check the fields, prepare what is slow, run once per `Idempotency-Key`.
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
  const checked = checkInput(command, fields, now);
  if (!checked.done) return checked;
  const busy = command.limit === 'write' ? null : overLimit(call, command.limit);
  if (busy) return refused(busy);
  const prepared = prepare ? await prepare(checked.value) : checked;
  if (!prepared.done) return prepared;
  const key = request.headers.get('Idempotency-Key')?.trim();
  // A visitor has no name. A manage key tells visitors apart as well, and without one their addresses do: keys such as
  // "1" are common, and the answer to be repeated holds the code of a listing.
  const sender = asker.user?.id ?? request.headers.get('X-Manage-Key') ?? call.address;
  const context: CommandContext = { db: runtime.db, asker, now };
  const submission = key ? callSubmission(key, sender, content) : null;
  const outcome = await commitWithOthers(runtime.db, () =>
    runCommandOnce(command, prepared.value, context, submission),
  );
  if (outcome.done || outcome.problem.kind !== 'unauthenticated' || !request.headers.has('X-Manage-Key'))
    return outcome;
  // Whoever sends a key has said who they are; it is the wrong one.
  return refused({ kind: 'forbidden', message: 'This code opens nothing here.' });
}
