import { endSession } from '~/domain/accounts/sessions.server';
import { signedIn } from '~/domain/shared/actor';
import type { CommandContext } from '~/domain/shared/command.server';
import { commitWithOthers } from '~/domain/shared/group-commit.server';
import { ok, type Result } from '~/domain/shared/result';
import { reportSecurityEvent } from '~/domain/shared/security-events.server';
import { idempotentApiRequest, runCommandOnce } from '~/domain/shared/idempotency.server';
import { sendData, sendError } from '~/api/respond.server';
import { accountEndpoints, signedOut } from '~/api/contract/account.contract.server';
import { defineEndpoint, type EndpointContext, endpointRoute } from '~/api/define-endpoint.server';
import { cookieNames, readCookie } from '~/http/cookies.server';

function run(_input: null, { db, actor }: CommandContext): Result<null> {
  const user = signedIn(actor);
  if (!user.ok) return user;
  endSession(db, user.value.id, user.value.sessionId);
  return ok(null);
}

/** What the call came with is the name of its sender: by the time it is sent again, the token is nobody's. */
const credentialOf = ({ request }: EndpointContext): string =>
  request.headers.get('Authorization') ?? readCookie(request, cookieNames.session) ?? '';

const endpoint = endpointRoute(
  defineEndpoint(accountEndpoints.signOut, async (context) => {
    const idempotentRequest =
      context.key === null ? null : idempotentApiRequest(context.key, credentialOf(context), null);
    const commandContext = { db: context.runtime.db, actor: context.actor, now: context.now };
    const result = await commitWithOthers(context.runtime.db, () =>
      runCommandOnce({ name: 'sign-out', run }, null, commandContext, idempotentRequest),
    );
    const { user } = context.actor;
    if (result.ok && user) {
      reportSecurityEvent(context.runtime.db, 'token-revoked', { account: user.id, address: context.address });
    }
    return result.ok ? sendData(null, { message: signedOut }) : sendError(result.error);
  }),
);

export const loader = endpoint;
export const action = endpoint;
