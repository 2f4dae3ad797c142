import type { LoaderFunctionArgs } from '@remix-run/node';
import { getActor } from '~/http/actor.server';
import { metricsText } from '~/http/measurements.server';
import { type Runtime, runtimeOf } from '~/http/runtime.server';

const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];
/** Loopback addresses as limits name them: an IPv6 one by its network. */
const loopback = /^(?:127\.\d+\.\d+\.\d+|0:0:0:0)$/;
const ownName = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;

/**
 * Whether a request comes from this machine and not through a proxy on it. A proxy that adds no header still passes the
 * public host on, or names itself by the address that is set as ORIGIN.
 */
function isFromThisMachine({ headers }: Request, address: string | undefined): boolean {
  if (forwardingHeaders.some((name) => headers.has(name))) return false;
  return address !== undefined && loopback.test(address) && ownName.test(headers.get('Host') ?? '');
}

const isOperators = (request: Request, runtime: Runtime): boolean =>
  getActor(request, runtime).user?.role === 'operator';

/** `/metrics`: figures for Prometheus (docs/operations.md, "Metrics"). To everyone else it does not exist. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const runtime = runtimeOf(context);
  if (!isFromThisMachine(request, context.address) && !isOperators(request, runtime)) {
    throw new Response(null, { status: 404 });
  }
  return new Response(metricsText(await runtime.measurements()), {
    headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'private, no-store' },
  });
}
