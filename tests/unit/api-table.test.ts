import { describe, expect, it } from 'vitest';
import { apiEndpoints } from '~/api/contract/endpoints.server';
import routes from '~/routes';
import { some } from '../support/non-empty';

/** Paths below `/api` that are no endpoints: unknown paths, and the documentation of the endpoints. */
const noEndpoints = new Set(['/*', '/docs/{subject}', '/openapi.json']);

/** Every path of the API in the table of routes, in the spelling of the contracts. */
const served = routes
  .filter(({ path }) => path?.startsWith('api/'))
  .map(({ path = '', file }) => ({
    path: path.slice('api'.length).replaceAll(/:(\w+)/g, '{$1}'),
    file,
  }))
  .filter(({ path }) => !noEndpoints.has(path));

const methodsOf = (path: string): string[] =>
  apiEndpoints.flatMap((request) => (request.path === path ? [request.method] : [])).sort();

async function endpointOf(
  file: string,
): Promise<{ methods: readonly string[]; cacheKeyParameters: readonly string[] | undefined }> {
  const module: unknown = await import(/* @vite-ignore */ `../../app/${file}`);
  const loader = typeof module === 'object' && module !== null && 'loader' in module ? module.loader : undefined;
  if (typeof loader !== 'function' || !('methods' in loader) || !('cacheKeyParameters' in loader))
    throw new Error(`${file}: not an endpoint`);
  const { methods, cacheKeyParameters } = loader;
  if (!Array.isArray(methods)) throw new Error(`${file} names no methods`);
  return { methods, cacheKeyParameters: Array.isArray(cacheKeyParameters) ? cacheKeyParameters : undefined };
}

describe('the contracts of the API', () => {
  it.each(some(served))('has a row for each method of $path', async ({ path, file }) => {
    const { methods, cacheKeyParameters } = await endpointOf(file);
    expect(methodsOf(path)).toEqual(methods.filter((method) => method !== 'HEAD' && method !== 'OPTIONS').sort());
    const read = apiEndpoints.find((request) => request.path === path && request.method === 'GET');
    expect(cacheKeyParameters).toEqual(read?.isCached ? Object.keys(read.query.shape) : undefined);
  });

  it('has no row without a route', () => {
    const paths = new Set(served.map(({ path }) => path));
    expect(apiEndpoints.filter(({ path }) => !paths.has(path)).map(({ path }) => path)).toEqual([]);
  });

  it('names every endpoint once', () => {
    const ids = apiEndpoints.map(({ operationId }) => operationId);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it.each(apiEndpoints)('$operationId names the parameters of its path', ({ path, params }) => {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const ruled = 'shape' in params && typeof params.shape === 'object' ? Object.keys(params.shape ?? {}) : [];
    expect(ruled).toEqual(named);
  });
});
