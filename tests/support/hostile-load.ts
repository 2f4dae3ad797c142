import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { HostileBody } from './hostile-bodies';
import type { RunningSite } from './running-site';

/** The status of one response; null when the connection broke before a response came. */
type Sent = { name: string; status: number | null };

/** Sends a body to its end, or until the server closes the connection. */
function send(origin: string, agent: Agent, body: HostileBody, address: string): Promise<Sent> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    let status: number | null = null;
    const headers = { 'Content-Type': body.contentType, 'Transfer-Encoding': 'chunked', 'X-Forwarded-For': address };
    const options = { hostname, port, path: body.path, method: 'POST', agent, headers };
    const request = httpRequest(options, (response) => {
      status = response.statusCode ?? null;
      response.resume();
    });
    // The server may close before everything was sent: its response is what counts.
    request.on('error', () => resolve({ name: body.name, status }));
    request.on('close', () => resolve({ name: body.name, status }));
    const writeAll = async () => {
      for (const piece of body.pieces()) {
        if (request.destroyed) return;
        // 'drain' is not emitted any more once the response has arrived.
        await new Promise((resolve) => request.write(piece, resolve));
      }
      request.end();
    };
    void writeAll();
  });
}

/**
 * Sends all bodies from each address, three at a time, each address beginning with another one.
 *
 * @returns the status of each
 */
export async function attack(
  site: RunningSite,
  bodies: readonly HostileBody[],
  addresses: readonly string[],
): Promise<Sent[]> {
  const responses: Sent[] = [];
  const atOnce = 3;
  // Keep-alive, as in browsers: the server then skips the rejected body, and the client gets its response.
  const agent = new Agent({ keepAlive: true });
  await Promise.all(
    addresses.map(async (address, turn) => {
      const start = Math.floor((turn * bodies.length) / addresses.length);
      const queue = [...bodies.slice(start), ...bodies.slice(0, start)];
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          for (let body = queue.shift(); body; body = queue.shift())
            responses.push(await send(site.origin, agent, body, address));
        }),
      );
    }),
  );
  agent.destroy();
  return responses;
}

/** Opens connections that send all but the last bytes of a large body, and then stall. @returns disconnects them */
export function stall(site: RunningSite, connections: number, addresses: readonly string[]): () => void {
  const { hostname, port } = new URL(site.origin);
  const piece = Buffer.from('Abc/'.repeat(16 * 1024));
  const sockets = Array.from({ length: connections }, (_, index) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined).resume();
    socket.write(
      `POST /api/bikes HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${addresses[index % addresses.length]}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 25000000\r\n\r\n{"images":[',
    );
    for (let image = 0; image < 3; image += 1) {
      socket.write('"data:image/jpeg;base64,');
      for (let sent = 0; sent < 117; sent += 1) socket.write(piece);
      socket.write('",');
    }
    return socket;
  });
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

type Health = { times: number[]; failures: string[] };

/** Requests the site's health every 50 ms until it is stopped. @returns the milliseconds that each response took */
export function probeHealth(site: RunningSite): () => Promise<Health> {
  const child = spawn(process.execPath, ['tests/support/probe-health.mjs', site.origin], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  return async () => {
    child.stdin.end();
    await once(child, 'close');
    return JSON.parse(printed);
  };
}

/** Peak resident memory of a site, in megabytes; known on Linux only. */
export function peakMegabytes({ process: { pid } }: RunningSite): number {
  const [, kilobytes = ''] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
