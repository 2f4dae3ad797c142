import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { sendErrorResponse } from '../server/error-response';

const idleTimeoutMilliseconds = 60_000;

const connectionHeaders = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
  ...['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'],
]);

function createForwardedHeaders({ headers, complete }: IncomingMessage): OutgoingHttpHeaders {
  const outgoing: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) if (!connectionHeaders.has(name)) outgoing[name] = value;
  if (headers['transfer-encoding'] !== undefined && !complete) outgoing['transfer-encoding'] = 'chunked';
  return outgoing;
}

/** Streams both bodies. The primary counts `address` if it trusts this machine as its proxy. */
export async function proxyToPrimary(
  request: IncomingMessage,
  response: ServerResponse,
  primaryUrl: string,
  url: URL,
  address: string,
): Promise<void> {
  const { protocol, hostname, port } = new URL(primaryUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const outgoing = (protocol === 'https:' ? requestHttps : requestHttp)({
    ...{ protocol, hostname: host, port, path: url.pathname + url.search },
    // Node.js would use the `Host` header, which names this machine.
    servername: isIP(host) ? '' : host,
    method: request.method,
    headers: {
      ...createForwardedHeaders(request),
      'X-Forwarded-For': address,
      'X-Forwarded-Proto': url.protocol.slice(0, -1),
      'X-Forwarded-Host': url.host,
    },
    timeout: idleTimeoutMilliseconds,
  });
  outgoing.once('timeout', () => outgoing.destroy(new Error('The primary does not respond.')));
  try {
    const responded = new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once('response', resolve).once('error', reject);
    });
    // The primary may respond before it has read the whole body.
    void pipeline(request, outgoing).catch(() => undefined);
    const incoming = await responded;
    const { rawHeaders } = incoming;
    const headers: string[] = [];
    for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
      const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
      if (!connectionHeaders.has(name.toLowerCase())) headers.push(name, value);
    }
    response.writeHead(incoming.statusCode ?? 502, headers);
    await pipeline(incoming, response);
  } catch {
    if (response.destroyed) return;
    sendErrorResponse(null, request, response, {
      status: 503,
      reason: { code: 'primary_unreachable' },
      headers: { 'Retry-After': '60', Connection: 'close' },
    });
  }
}
