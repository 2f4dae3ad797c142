import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServerBuild } from '@remix-run/node';
import { apiEndpoints } from '~/api/endpoints.server';
import { createResourceHandler } from '~/api/resource-route.server';
import { createLog } from '~/http/log.server';
import { createRuntime } from '../../server/runtime';
import type { Runtime } from '~/http/runtime.server';
import { readSettings } from '~/http/settings.server';
import type { Database } from '~db/connection';
import { type AssetsListener, createAssets } from '../../server/assets';
import { maxHeaderBytes } from '../../server/http-server';
import { Site } from '../../server/request-listener';
import { freshDatabase } from './fresh-database';

export type TestResponse = { status: number; headers: IncomingHttpHeaders; body: string; bytes: Buffer };
export type RequestOptions = { method?: string; headers?: Record<string, string>; body?: string | Buffer };

/** The built site behind our own server, in this process, on a fresh seeded database and over real HTTP. */
export type SiteInProcess = {
  runtime: Runtime;
  origin: string;
  request: (path: string, query?: RequestOptions) => Promise<TestResponse>;
  close: () => Promise<void>;
};

/** Requests by `node:http`, which, unlike `fetch`, sends only the given headers. */
export function requestOver(
  origin: string,
  path: string,
  { method = 'GET', headers = {}, body }: RequestOptions = {},
): Promise<TestResponse> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const request = httpRequest({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: bytes.toString('utf8'), bytes });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** A path that the type checker does not follow: it would read the whole bundle. */
const builtApp: string = new URL('../../build/server/index.js', import.meta.url).href;

const loader = createResourceHandler(apiEndpoints);

/** Endpoints run from their sources: they share with the server what both keep in memory for a database. */
const withEndpoints = (build: ServerBuild): ServerBuild => ({
  ...build,
  routes: Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) =>
      loader.endpointRoutes.some((endpoints) => endpoints.id === id)
        ? [id, { ...route, module: { ...route.module, loader, action: loader } }]
        : [id, route],
    ),
  ),
});

/** The files of the build, read once by each worker. */
let assets: AssetsListener | undefined;

/**
 * @param variables settings that override the defaults of tests: limits off, nothing logged
 * @param db closed with the site
 */
export async function openSite(
  variables: Record<string, string> = {},
  clock: () => Date = () => new Date(),
  db: Database = freshDatabase(),
): Promise<SiteInProcess> {
  const build: ServerBuild = await import(builtApp);
  assets ??= createAssets('build/client');
  const settings = readSettings({ RATE_LIMIT: 'off', LOG_LEVEL: 'silent', ...variables });
  const runtime = createRuntime(settings, db, createLog(settings.logLevel), clock, () => clock().getTime());
  const server: Server = createServer(
    { maxHeaderSize: maxHeaderBytes },
    new Site(runtime, withEndpoints(build), assets).listener,
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = getAddress(server);
  const origin = `http://127.0.0.1:${port}`;
  return {
    runtime,
    origin,
    request: (path, query) => requestOver(origin, path, query),
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      runtime.db.$client.close();
    },
  };
}

function getAddress(server: Server): AddressInfo {
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server listens on no port.');
  return address;
}
