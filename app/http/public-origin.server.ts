import type { Runtime } from './runtime.server';

/** Public origin of the site for absolute links: the `ORIGIN` setting or, without one, that of the request. */
export function publicOrigin(request: Request, { settings }: Pick<Runtime, 'settings'>): string {
  return settings.origin ?? new URL(request.url).origin;
}
