import type { ServerBuild } from '@remix-run/node';

/** A screen with forms: its path, and the name by which a script requests its data alone. */
type FormRoute = { id: string; path: string };

/** A path that the type checker does not follow: it would read the whole bundle. */
const builtApp: string = new URL('../../build/server/index.js', import.meta.url).href;

/** All of them, from the build itself: routes with an action outside the API. */
export async function formRoutes(): Promise<FormRoute[]> {
  const { routes }: ServerBuild = await import(builtApp);
  return Object.values(routes).flatMap((route) => {
    if (!route?.module.action || route.id.startsWith('api/')) return [];
    return { id: route.id, path: `/${route.path ?? ''}` };
  });
}
