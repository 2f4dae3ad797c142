// Writes the client of the API: one file, from the document and the source of its calls.
import { readFileSync } from 'node:fs';
import openapiTypes, { astToString } from 'openapi-typescript';

const importedTypes = "import type { paths } from 'api-types';\n";

/** What the calls have no type for: errors, which all have the same form, and headers. */
function dropErrors(document) {
  const { headers: _headers, responses: _responses, ...components } = document.components;
  const paths = Object.entries(document.paths).map(([path, operations]) => {
    const kept = Object.entries(operations).map(([method, { responses, ...operation }]) => {
      const successes = Object.entries(responses).filter(([status]) => status < 300);
      const bodies = successes.map(([status, { headers: _ofResponse, ...response }]) => [status, response]);
      return [method, { ...operation, responses: Object.fromEntries(bodies) }];
    });
    return [path, Object.fromEntries(kept)];
  });
  return { ...document, components, paths: Object.fromEntries(paths) };
}

/** @param document the OpenAPI document */
export async function createApiClient(document) {
  const source = readFileSync(new URL('./api-client/client.ts', import.meta.url), 'utf8');
  if (!source.startsWith(importedTypes)) throw new Error('The client does not begin with its types.');
  const types = astToString(await openapiTypes(dropErrors(document)));
  // Tabs, because a third of the text would be spaces.
  const indented = types.replaceAll(/^(?: {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4));
  return `// Client of the API, version ${document.info.version}, without dependencies: copy this file into your project.
//
//   const api = createClient({ baseUrl: 'https://SITE/api', token: 'TOKEN' });
//   const { bikes } = await api.GET('/bikes', { params: { query: { city: 'Pune' } } });

${source.slice(importedTypes.length)}
// The types of the document.

${indented}`;
}
