import type { Runtime } from './runtime.server';

/** The address the public knows this site by, for links that leave it: as it is set, else as the request names it. */
export function publicOrigin(request: Request, { settings }: Pick<Runtime, 'settings'>): string {
  return settings.origin ?? new URL(request.url).origin;
}
