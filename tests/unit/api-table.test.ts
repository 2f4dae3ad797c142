import { describe, expect, it } from 'vitest';
import { apiEndpoints, endpointRoutes, findEndpointRoute } from '~/api/endpoints.server';
import { routeTable } from '~/routes';

/** The screens and files below `/api`. */
const documents = routeTable.flatMap(({ path = '' }) => (path.startsWith('api') && path !== 'api/*' ? [path] : []));

/** A path that matches a pattern: `/api/bikes/id` for `api/bikes/:id`. */
const filled = (pattern: string): string => `/${pattern.replaceAll(':', '')}`;

describe('the endpoints of the API', () => {
  it.each(apiEndpoints)('$method $path is found at its path, and nowhere else', ({ method, path, isCached, query }) => {
    const { route } = findEndpointRoute(filled(`api${path.replaceAll(/[{}]/g, '')}`));
    expect(route.id).toBe(`api${path.replaceAll('{', ':').replaceAll('}', '')}`);
    expect(route.methods).toContain(method);
    if (method !== 'GET') return;
    const parameters = route.cacheKeyParameters;
    const usual = typeof parameters === 'function' ? parameters(new URLSearchParams()) : parameters;
    expect(usual).toEqual(isCached ? Object.keys(query.shape) : undefined);
    // A list of the last days changes without a write.
    if (typeof parameters === 'function') expect(parameters(new URLSearchParams('postedWithin=7'))).toBeNull();
  });

  it('allow the methods of their definitions, HEAD and OPTIONS', () => {
    expect(findEndpointRoute('/api/bikes').route.methods).toEqual(['GET', 'HEAD', 'POST', 'OPTIONS']);
    const methods = endpointRoutes.flatMap((route) => route.methods);
    const count = (wanted: string): number => methods.filter((method) => method === wanted).length;
    expect(count('OPTIONS')).toBe(endpointRoutes.length);
    expect(count('HEAD')).toBe(count('GET'));
    expect(methods.length).toBe(apiEndpoints.length + count('HEAD') + count('OPTIONS'));
  });

  it('are unknown at any other path, in other letters too', () => {
    for (const path of ['/api/nothing', '/api/Bikes', '/api/bikes/1/2', '/bikes', '/api']) {
      expect(findEndpointRoute(path).route).toMatchObject({ id: 'api/*', methods: [] });
    }
  });

  it('conflict with no screen', () => {
    expect(documents.filter((path) => findEndpointRoute(filled(path)).route.methods.length > 0)).toEqual([]);
    expect(documents).toContain('api/openapi.json');
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
