import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { sendErrorResponse } from './send-response';

/** Longest silence of the primary. */
const silenceMilliseconds = 60_000;

/** Headers that are about one connection. */
const ofConnection = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
  ...['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'],
]);

function headersToPass({ headers, complete }: IncomingMessage): OutgoingHttpHeaders {
  const passed: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) if (!ofConnection.has(name)) passed[name] = value;
  if (headers['transfer-encoding'] !== undefined && !complete) passed['transfer-encoding'] = 'chunked';
  return passed;
}

/**
 * Passes a request on to the primary and its response back, each as it arrives: what a standby does not serve itself.
 *
 * @param url that the request is for
 * @param address of the client, which the primary counts if it trusts this machine as its proxy
 */
export async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  primaryUrl: string,
  url: URL,
  address: string,
): Promise<void> {
  const { protocol, hostname, port } = new URL(primaryUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const passed = (protocol === 'https:' ? requestHttps : requestHttp)({
    ...{ protocol, hostname: host, port, path: url.pathname + url.search },
    // Node.js would take it from the header Host, which names this machine and not the primary.
    servername: isIP(host) ? '' : host,
    method: request.method,
    headers: {
      ...headersToPass(request),
      'X-Forwarded-For': address,
      'X-Forwarded-Proto': url.protocol.slice(0, -1),
      'X-Forwarded-Host': url.host,
    },
    timeout: silenceMilliseconds,
  });
  passed.once('timeout', () => passed.destroy(new Error('The primary does not respond.')));
  try {
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      passed.once('response', resolve).once('error', reject);
    });
    // The primary may respond before it has read everything.
    void pipeline(request, passed).catch(() => undefined);
    const answer = await answered;
    const { rawHeaders } = answer;
    const headers: string[] = [];
    for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
      const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
      if (!ofConnection.has(name.toLowerCase())) headers.push(name, value);
    }
    response.writeHead(answer.statusCode ?? 502, headers);
    await pipeline(answer, response);
  } catch {
    if (response.destroyed) return;
    const message = 'The primary of this site does not respond. Nothing can be changed at the moment.';
    sendErrorResponse(request, response, {
      status: 503,
      message,
      headers: { 'Retry-After': '60', Connection: 'close' },
    });
  }
}
