import type { Entering } from '~/domain/accounts/enter-account.server';
import type { SessionKind } from '~/domain/accounts/sessions.server';
import type { Asker } from '~/domain/asker';
import { deviceLabel } from '~/http/device-label';
import type { Runtime } from '~/http/runtime.server';

type Sender = { request: Request; runtime: Runtime; asker: Asker; address: string };

/** Collects what sign-in needs to know of a request, for forms and API requests alike. */
export function enteringOf({ request, runtime, asker, address }: Sender, kind: SessionKind): Entering {
  return {
    db: runtime.db,
    asker,
    now: runtime.clock(),
    kind,
    label: deviceLabel(request.headers.get('User-Agent')),
    address,
    attemptLimit: runtime.settings.limits?.['sign-in'] ?? null,
  };
}
