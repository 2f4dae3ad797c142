import type { LoaderFunctionArgs } from '@remix-run/node';
import { getActor } from '~/http/actor.server';
import { formatMetrics } from '~/http/measurements.server';
import type { Runtime } from '~/http/runtime.server';
import { mayUse } from '~/domain/shared/permissions';

const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];
/** Loopback addresses in the form of the rate limits' keys: IPv6 ones by network. */
const loopback = /^(?:127\.\d+\.\d+\.\d+|0:0:0:0)$/;
const ownName = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;

/**
 * Whether a request comes directly from this machine, not through a local proxy. A proxy that adds no header still
 * passes on the public host, or sends the host of ORIGIN.
 */
function isLocal({ headers }: Request, address: string | undefined): boolean {
  if (forwardingHeaders.some((name) => headers.has(name))) return false;
  return address !== undefined && loopback.test(address) && ownName.test(headers.get('Host') ?? '');
}

const isOperators = (request: Request, runtime: Runtime): boolean => mayUse(getActor(request, runtime).user, 'health');

/** `/metrics`: figures for Prometheus (docs/operations.md, "Metrics"). Responds with 404 to all other clients. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { runtime } = context;
  if (!isLocal(request, context.address) && !isOperators(request, runtime)) {
    throw new Response(null, { status: 404 });
  }
  return new Response(formatMetrics(await runtime.measurements()), {
    headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'private, no-store' },
  });
}
