import { findSession } from '~/domain/accounts/sessions.server';
import { findManageKeys } from '~/domain/listings/manage-key.server';
import type { Actor } from '~/domain/shared/actor';
import { sha256 } from '~/domain/shared/secrets.server';
import { paths } from '~/paths';
import { cookieNames, readCookie } from './cookies.server';
import { readManageKeyCodes, readMessagesSecret, readSearchesSecret } from './cookies/visitor.server';
import type { Runtime } from './runtime.server';

export function readBearerToken(authorization: string | null | undefined): string | null {
  const [, token] = /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization ?? '') ?? [];
  return token ?? null;
}

function readSearchesHash(request: Request): string | null {
  const secret = readSearchesSecret(request);
  return secret && sha256(secret);
}

function readMessagesHash(request: Request): string | null {
  const secret = readMessagesSecret(request);
  return secret && sha256(secret);
}

/** Personal access tokens are accepted only in a header, by the API and the metrics: screens manage accounts. */
function canCarryToken(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return request.headers.has('Authorization') && (pathname.startsWith('/api/') || pathname === paths.metrics());
}

/** Authenticates the actor of a request. A bearer token takes the place of all cookies. */
export function getActor(request: Request, { db, clock }: Pick<Runtime, 'db' | 'clock'>): Actor {
  const token = request.headers.has('Authorization')
    ? readBearerToken(request.headers.get('Authorization'))
    : readCookie(request, cookieNames.session);
  const user = token ? findSession(db, token, clock()) : null;
  const codes = readManageKeyCodes(request);
  return {
    user: user?.tokenScope && !canCarryToken(request) ? null : user,
    manageKeyIds: codes.length === 0 ? [] : findManageKeys(db, codes),
    searchesHash: readSearchesHash(request),
    messagesHash: readMessagesHash(request),
  };
}
