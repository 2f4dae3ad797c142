import * as build from 'virtual:remix/server-build';
import { imageProcess } from '~/domain/photos/renditions.server';
import { loadOfferTables } from '~/domain/search/offer-tables.server';
import type { Runtime } from '~/http/runtime.server';
import { openAcceptors } from './acceptors';
import { createAssets } from './assets';
import {
  createHttpServer,
  directLimits,
  exitWithMessage,
  maxAcceptQueue,
  proxiedLimits,
  stopGracefully,
} from './http-server';
import { Site } from './request-listener';
import { createStart, type Start } from './send-response';

type Serving = {
  clientFolder: string;
  port?: number;
  start?: Start;
  onListening?: (port: number) => void;
  cleanUp: () => Promise<void>;
};

export function serve(
  runtime: Runtime,
  { clientFolder, port = runtime.settings.port, start = createStart(), onListening, cleanUp }: Serving,
): void {
  const { host } = runtime.settings;
  const site = new Site(runtime, build, createAssets(clientFolder), start);
  const { limits, trustProxy } = runtime.settings;
  const server = createHttpServer(site.listener, trustProxy ? proxiedLimits : limits ? directLimits : {});
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      exitWithMessage(`The port ${port} (the setting PORT) is taken by another program.`);
    exitWithMessage(`The server can't listen at HOST and PORT: ${error.message}`);
  });
  runtime.metrics.start();
  imageProcess.onAbruptEnd = (end, milliseconds, reason) =>
    runtime.log.warn({ event: 'picture-abandoned', end, milliseconds, reason }, 'a picture was abandoned');
  let acceptors: ReturnType<typeof openAcceptors> = [];
  stopGracefully(
    server,
    runtime,
    () => acceptors,
    async () => {
      site.logCachedPages();
      await cleanUp();
    },
  );
  server.listen({ port, backlog: maxAcceptQueue, ...(host && { host }) }, () => {
    acceptors = openAcceptors(server, maxAcceptQueue, runtime.stopping.signal);
    const address = server.address();
    onListening?.(typeof address === 'object' && address ? address.port : port);
    // Requests that search wait for it; others are served in between.
    loadOfferTables(runtime.db).catch((err: unknown) => runtime.log.error({ err }, 'offers not read'));
  });
}
