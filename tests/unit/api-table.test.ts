import { describe, expect, it } from 'vitest';
import { apiCalls } from '~/doors/contract/api-calls.server';
import routes from '~/routes';
import { some } from '../support/some';

/** Paths below `/api` that answer no call: what is asked for in vain, and what is told of those that do. */
const noCalls = new Set(['/*', '/docs/{subject}', '/openapi.json']);

/** Every address of the API as the table of routes has it, in the spelling of the table of calls. */
const served = routes
  .filter(({ path }) => path?.startsWith('api/'))
  .map(({ path = '', file }) => ({
    path: path.slice('api'.length).replaceAll(/:(\w+)/g, '{$1}'),
    file,
  }))
  .filter(({ path }) => !noCalls.has(path));

const methodsOf = (path: string): string[] =>
  apiCalls.flatMap((call) => (call.path === path ? [call.method] : [])).sort();

async function doorOf(file: string): Promise<{ methods: readonly string[]; keep: readonly string[] | undefined }> {
  const module: unknown = await import(/* @vite-ignore */ `../../app/${file}`);
  const loader = typeof module === 'object' && module !== null && 'loader' in module ? module.loader : undefined;
  if (typeof loader !== 'function' || !('methods' in loader) || !('keep' in loader))
    throw new Error(`${file}: no door`);
  const { methods, keep } = loader;
  if (!Array.isArray(methods)) throw new Error(`${file} names no methods`);
  return { methods, keep: Array.isArray(keep) ? keep : undefined };
}

describe('the table of calls', () => {
  it.each(some(served))('has a row for each method of $path', async ({ path, file }) => {
    const { methods, keep } = await doorOf(file);
    expect(methodsOf(path)).toEqual(methods.filter((method) => method !== 'HEAD' && method !== 'OPTIONS').sort());
    const read = apiCalls.find((call) => call.path === path && call.method === 'GET');
    expect(keep).toEqual(read?.isKept ? Object.keys(read.query.shape) : undefined);
  });

  it('has no row that no route answers', () => {
    const paths = new Set(served.map(({ path }) => path));
    expect(apiCalls.filter(({ path }) => !paths.has(path)).map(({ path }) => path)).toEqual([]);
  });

  it('names every call once', () => {
    const ids = apiCalls.map(({ operationId }) => operationId);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it.each(apiCalls)('$operationId names the parameters of its path', ({ path, params }) => {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const ruled = 'shape' in params && typeof params.shape === 'object' ? Object.keys(params.shape ?? {}) : [];
    expect(ruled).toEqual(named);
  });
});
