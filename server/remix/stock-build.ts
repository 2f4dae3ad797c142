import * as build from 'virtual:remix/server-build';
import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import { createLog } from '~/http/log.server';
import { readSettings } from '~/http/settings.server';
import { openSiteDatabase } from '../boot';
import { createRuntime } from '../runtime';

const settings = readSettings(process.env);

const stockRuntime = createRuntime(settings, openSiteDatabase(settings), createLog(settings.logLevel));

export * from 'virtual:remix/server-build';

const withRuntime =
  <Passed extends { context: AppLoadContext }, Returned>(handle: (passed: Passed) => Returned) =>
  (passed: Passed): Returned =>
    handle({ ...passed, context: { ...passed.context, runtime: stockRuntime } });

export const routes: ServerBuild['routes'] = Object.fromEntries(
  Object.entries(build.routes).map(([id, route]) => {
    const { loader, action } = route.module;
    const handlers = { ...(loader && { loader: withRuntime(loader) }), ...(action && { action: withRuntime(action) }) };
    return [id, { ...route, module: { ...route.module, ...handlers } }];
  }),
);

const { handleError } = build.entry.module;

export const entry: ServerBuild['entry'] = {
  module: {
    ...build.entry.module,
    ...(handleError && {
      handleError: (error, passed) => withRuntime((given: typeof passed) => handleError(error, given))(passed),
    }),
  },
};
