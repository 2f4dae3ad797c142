import type { ServerBuild } from '@remix-run/node';
import { describe, expect, it } from 'vitest';
import { apiEndpoints } from '~/api/endpoints.server';
import { createResourceHandler, type ResourceHandler } from '~/api/resource-route.server';
import { routeTable } from '~/routes';
import { RouteMap } from '../../server/remix/route-map';

const { endpointRoutes } = createResourceHandler(apiEndpoints);

/** The screens and files below `/api`. */
const documents = ['routes/api/overview.tsx', 'routes/api/subject.tsx', 'routes/api/openapi-document.ts'];

type Resource = { loader: ResourceHandler; action: ResourceHandler };
const modules = import.meta.glob<Resource>('/app/routes/api/*.ts', { eager: true });
const resources = Object.entries(modules).flatMap(([file, module]) =>
  documents.includes(file.replace('/app/', '')) ? [] : [{ file: file.replace('/app/', ''), module }],
);

/** The paths of `app/routes.ts` below `/api`, with their resources, as Remix has them in a build. */
const routes: ServerBuild['routes'] = Object.fromEntries(
  routeTable.flatMap(({ id = '', path, file }) => {
    const module = resources.find((resource) => resource.file === file)?.module ?? {};
    return path?.startsWith('api')
      ? [[id || file, { id: id || file, path, parentId: 'root', module: { ...module, default: undefined } }]]
      : [];
  }),
);
const map = new RouteMap(routes);
const findEndpoints = (path: string) => map.find(path)?.route.endpoints;

/** A path that matches a pattern: `/api/bikes/id` for `api/bikes/:id`. */
const filled = (pattern: string): string => `/${pattern.replaceAll(':', '')}`;

describe('the table of routes', () => {
  it.each(resources)('has the paths of the endpoints in $file', ({ file, module: { loader, action } }) => {
    const rows = routeTable.filter((row) => row.file === file);
    expect(action).toBe(loader);
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ path }) => path));
    expect(rows.map(({ id }) => id).sort()).toEqual(loader.endpointRoutes.map(({ id }) => id).sort());
  });

  it('has each endpoint', () => {
    const inModules = resources.flatMap(({ module }) => module.loader.endpointRoutes.map(({ id }) => id));
    expect(inModules.sort()).toEqual([...endpointRoutes.map(({ id }) => id), 'api/*', 'api/snapshots/:file'].sort());
  });
});

describe('the endpoints of the API', () => {
  it.each(apiEndpoints)('$method $path is found at its path, and nowhere else', ({ method, path, isCached, query }) => {
    const route = map.find(filled(`api${path.replaceAll(/[{}]/g, '')}`))?.route;
    expect(route?.id).toBe(`api${path.replaceAll('{', ':').replaceAll('}', '')}`);
    expect(route?.endpoints?.methods).toContain(method);
    if (method !== 'GET') return;
    const parameters = route?.cacheKeyParameters;
    const usual = typeof parameters === 'function' ? parameters(new URLSearchParams()) : parameters;
    expect(usual).toEqual(isCached ? Object.keys(query.shape) : undefined);
    // A list of the last days changes without a write.
    if (typeof parameters === 'function') expect(parameters(new URLSearchParams('postedWithin=7'))).toBeNull();
  });

  it('allow the methods of their definitions, HEAD and OPTIONS', () => {
    expect(findEndpoints('/api/bikes')?.methods).toEqual(['GET', 'HEAD', 'POST', 'OPTIONS']);
    const methods = endpointRoutes.flatMap((route) => route.methods);
    const count = (wanted: string): number => methods.filter((method) => method === wanted).length;
    expect(count('OPTIONS')).toBe(endpointRoutes.length);
    expect(count('HEAD')).toBe(count('GET'));
    expect(methods.length).toBe(apiEndpoints.length + count('HEAD') + count('OPTIONS'));
  });

  it('are unknown at any other path, in other letters too', () => {
    for (const path of ['/api/nothing', '/api/Bikes', '/api/bikes/1/2', '/api/bikesx']) {
      expect(findEndpoints(path)).toMatchObject({ id: 'api/*', methods: [] });
    }
    for (const path of ['/bikes', '/api', '/apis/bikes']) expect(findEndpoints(path)).toBeUndefined();
  });

  it('conflict with no screen', () => {
    for (const file of documents) {
      const path = routeTable.find((row) => row.file === file)?.path ?? '';
      expect([path, map.find(filled(path))?.route.id]).toEqual([path, file]);
    }
  });

  it('have a name each', () => {
    const ids = apiEndpoints.map(({ operationId }) => operationId);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it('have one definition for each method and path', () => {
    const requests = apiEndpoints.map(({ method, path }) => `${method} ${path}`);
    expect(requests.filter((request, at) => requests.indexOf(request) !== at)).toEqual([]);
  });

  it.each(apiEndpoints)('$operationId names the parameters of its path', ({ path, params }) => {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const ruled = 'shape' in params && typeof params.shape === 'object' ? Object.keys(params.shape ?? {}) : [];
    expect(ruled).toEqual(named);
  });
});
