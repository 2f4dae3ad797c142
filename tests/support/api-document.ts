import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { z } from 'zod';
import { apiEndpoints } from '~/api/endpoints.server';
import { describeRejections } from '~/api/openapi-components.server';
import { createOpenApiDocument } from '~/api/openapi.server';
import { site } from '~/domain/shared/site';
import type { TestResponse } from './site-in-process';

type Stated = {
  headers?: Record<string, { $ref?: string; required?: boolean }>;
  content?: Record<string, { schema: { contentSchema?: unknown } }>;
};
type Document = {
  paths: Record<string, Record<string, { responses: Record<string, Stated & { $ref?: string }> }>>;
  components: {
    headers: Record<string, { required?: boolean }>;
    responses: Record<string, Stated>;
  };
};

/** No rule of the document depends on the date. */
const document: Document = Object(createOpenApiDocument(new Date('2026-11-21T06:00:00.000Z'), site));

const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema(document, 'whole');

/** Headers that the document has to state wherever they are sent. */
const reportedHeaders = new Set(Object.keys(document.components.headers).map((name) => name.toLowerCase()));

const escaped = (segment: string): string => segment.replaceAll('~', '~0').replaceAll('/', '~1');
const validators = new Map<string, ValidateFunction>();

function validatorAt(pointer: string): ValidateFunction {
  const known = validators.get(pointer) ?? ajv.compile({ $ref: pointer });
  validators.set(pointer, known);
  return known;
}

function headerErrors(stated: Stated, headers: TestResponse['headers']): string[] {
  const promised = new Map(
    Object.entries(stated.headers ?? {}).map(([name, header]) => [
      name.toLowerCase(),
      header.required ?? document.components.headers[header.$ref?.split('/').at(-1) ?? '']?.required ?? false,
    ]),
  );
  const missing = [...promised].filter(([name, isRequired]) => isRequired && headers[name] === undefined);
  const undocumented = Object.keys(headers).filter((name) => reportedHeaders.has(name) && !promised.has(name));
  return [
    ...missing.map(([name]) => `without ${name}`),
    ...undocumented.map((name) => `with ${name}, which is not stated`),
  ];
}

/** Violations of `schema` by each of the values. */
function bodyErrors(pointer: string, values: readonly unknown[]): string[] {
  const validate = validatorAt(pointer);
  return values.flatMap((value) =>
    validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`),
  );
}

const errorBody = z.object({ success: z.literal(false), code: z.string() });

/** The code of an error that the page of its endpoint does not list. */
function findUnlistedCode(called: { path: string; method: string }, status: number, body: string): string[] {
  if (status < 400 || body === '') return [];
  const { data: error } = errorBody.safeParse(JSON.parse(body));
  const endpoint = apiEndpoints.find(({ path, method }) => path === called.path && method === called.method);
  if (!error || !endpoint) return [];
  const listed = describeRejections(endpoint).find((rejection) => rejection.status === status);
  const codes: readonly string[] = listed ? [...listed.own, ...listed.implied] : [];
  return codes.includes(error.code)
    ? []
    : [`the page of ${endpoint.operationId} does not list ${status} ${error.code}`];
}

/**
 * Deviations of a response from the API's document: a status, a media type or a header it does not state, a missing
 * header that it states, or a body that violates its schema.
 *
 * @param path as in the document, with `{names}`
 * @returns sentences; none when the response is as documented
 */
export function errorsIn(
  { path, method }: { path: string; method: string },
  { status, headers, body }: Pick<TestResponse, 'status' | 'headers' | 'body'>,
): string[] {
  const operation = `/paths/${escaped(path)}/${method.toLowerCase()}`;
  const here = document.paths[path]?.[method.toLowerCase()]?.responses[status];
  if (!here) return [`${status} is not stated: ${body.slice(0, 300)}`];
  const place = here.$ref ?? `#${operation}/responses/${status}`;
  const unlisted = findUnlistedCode({ path, method }, status, body);
  const stated = here.$ref ? document.components.responses[here.$ref.split('/').at(-1) ?? ''] : here;
  if (!stated) return [`${here.$ref} leads nowhere`];
  const invalid = [...headerErrors(stated, headers), ...unlisted];
  const type = headers['content-type']?.split(';', 1)[0];
  if (type === undefined || !stated.content) {
    return body === '' && !stated.content ? invalid : [...invalid, `a body of ${type}`];
  }
  if (!stated.content[type]) return [...invalid, `${type} is not stated`];
  const schema = `whole${place}/content/${escaped(type)}/schema`;
  if (type === 'application/x-ndjson') {
    const lines = body.split('\n').filter((line) => line !== '');
    const items: unknown[] = lines.map((line) => JSON.parse(line));
    return [...invalid, ...bodyErrors(`${schema}/contentSchema`, items)];
  }
  return [...invalid, ...bodyErrors(schema, [type === 'application/json' ? JSON.parse(body) : body])];
}
