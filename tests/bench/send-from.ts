import { request as httpRequest } from 'node:http';
import { boundary, multipart, type Part } from '../support/multipart-forms';

/** What a client at an address of this machine sends. */
export type Sent = { path: string; accept?: string; cookie?: string; timeout?: number; body?: Buffer; type?: string };

export type Answer = { status: number; text: string; cookie: string; milliseconds: number };

/** @returns what came back; status 0 when the connection broke or nothing came in time */
export function sendFrom(origin: string, localAddress: string, sent: Sent): Promise<Answer> {
  const { path, accept = 'text/html', cookie, timeout = 30_000, body, type } = sent;
  const { hostname, port } = new URL(origin);
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, text = '', setCookie = ''): void =>
      resolve({ status, text, cookie: setCookie, milliseconds: performance.now() - startedAt });
    const headers = {
      Accept: accept,
      'Accept-Encoding': 'identity',
      ...(cookie && { Cookie: cookie }),
      ...(body && { 'Content-Type': type, 'Content-Length': body.length, 'Sec-Fetch-Site': 'same-origin' }),
    };
    const method = body ? 'POST' : 'GET';
    const request = httpRequest({ hostname, port, path, method, headers, localAddress, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => end(0));
      response.on('end', () =>
        end(
          response.statusCode ?? 0,
          Buffer.concat(chunks).toString(),
          (response.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; '),
        ),
      );
    });
    request.setTimeout(timeout, () => request.destroy());
    request.on('error', () => end(0));
    request.end(body);
  });
}

export const toJson = (value: object) => ({ type: 'application/json', body: Buffer.from(JSON.stringify(value)) });

export const toForm = (fields: Record<string, string>) => ({
  type: 'application/x-www-form-urlencoded',
  body: Buffer.from(new URLSearchParams(fields).toString()),
});

export const toMultipart = (parts: readonly Part[]) => ({
  type: `multipart/form-data; boundary=${boundary}`,
  body: multipart(parts),
});

/** The addresses of this machine that begin with 127 and a number, one after the other. */
export function* listAddresses(second: number): Generator<string, never> {
  for (let at = 0; ; at += 1) yield `127.${second}.${Math.floor(at / 250) % 250}.${1 + (at % 250)}`;
}
