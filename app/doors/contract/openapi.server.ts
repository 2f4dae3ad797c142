import { z } from 'zod';
import { fixErrors } from '~/domain/fix-errors';
import { site } from '~/domain/site';
import { apiCalls } from './api-calls.server';
import type { AnyContract } from './contract.server';
import { type JsonSchema, toJsonSchema } from './json-schema.server';
import { version as itemVersion, removed } from './shapes.server';
import { changesItem, isWrite, type RefusalStatus, refusals, refusalsOf } from './statuses.server';
import { subjects } from './subjects';

type Json = Record<string, unknown>;

const refToSchema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const refusalName = (status: RefusalStatus): string => `Refused${status}`;
const json = 'application/json';

const refusal = z.object({
  success: z.literal(false),
  message: z.string(),
  errors: z.record(z.string(), z.string()).optional().meta({
    description: 'One sentence for each invalid field; nested fields have dotted names, such as `contactInfo.name`.',
  }),
});

const headers = {
  Accept: { description: 'Media types that the endpoint accepts.', schema: { type: 'string' } },
  'Accept-Encoding': { description: 'Content encodings that the endpoint accepts.', schema: { type: 'string' } },
  'Content-Disposition': { description: 'File name of a CSV download.', schema: { type: 'string' } },
  ETag: {
    description:
      'Entity tag of the response for `If-None-Match`; that of an item also for `If-Match`. A whole list has none for a signed-in user.',
    schema: { type: 'string' },
  },
  Link: {
    description:
      'Links to the other pages (RFC 8288); on a whole list of bikes or scooters, a link to its changes with `rel="changes"`.',
    schema: { type: 'string' },
  },
  Location: { description: 'URL of the created item.', required: true, schema: { type: 'string' } },
  RateLimit: {
    description: 'Remaining requests of each rate limit that applies to the endpoint, and the seconds until it resets.',
    schema: { type: 'string' },
    example: '"api-read";r=599;t=60',
  },
  'RateLimit-Policy': {
    description: 'The rate limits that apply: the number of requests, and the seconds of the window.',
    schema: { type: 'string' },
    example: '"api-read";q=600;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string' } },
  'X-Changes-Token': {
    description:
      'On a whole list (NDJSON or CSV): the first value of `since` for its changes. It is taken before the first row is read, so a copy of the list that is updated from this token misses nothing.',
    schema: { type: 'string' },
  },
  'X-Request-Id': {
    description: 'Id of the request in the log; absent when the response comes from the cache.',
    schema: { type: 'string' },
  },
} as const;
const headerRefs = (...names: (keyof typeof headers)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A request with the same key and the same body within a day returns the first response and writes nothing. Use a random value for each write, such as a UUID. A secret in the first response (a `manageKey`, a private link) is returned again only to a client that proves to be the first sender: by its bearer token, or by that key as `X-Manage-Key`.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'One or more values of `ETag` from reads of the item. Returns 412 if the item has changed since.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of an earlier response. Returns 304 while that response is current.',
    schema: { type: 'string' },
  },
} as const;
const parameterRef = (name: keyof typeof parameters) => ({ $ref: `#/components/parameters/${name}` });

/** Headers of every response: the state of the rate limits, unless they are switched off, and the request id. */
const standing = ['RateLimit', 'RateLimit-Policy', 'X-Request-Id'] as const;

/** Headers of an error response: those of every response, and those of its status. */
const headersOfRefusal = (status: RefusalStatus): Json =>
  headerRefs(
    ...standing,
    ...(status === 415 ? (['Accept', 'Accept-Encoding'] as const) : []),
    ...(status === 429 ? ['Retry-After' as const] : []),
    // On 403, the header names the scope that a read-only token lacks.
    ...(status === 401 || status === 403 ? ['WWW-Authenticate' as const] : []),
  );

const exampleErrors: Partial<Record<RefusalStatus, Json>> = {
  400: { message: 'A parameter is not valid.', errors: { limit: 'limit must be from 1 to 100' } },
  422: { message: fixErrors, errors: { email: 'Please enter a valid email address' } },
};

const refusedResponse = (status: RefusalStatus, schema: Json, example: Json): Json => ({
  description: refusals[status],
  headers: headersOfRefusal(status),
  content: { [json]: { schema, example: { success: false, ...example } } },
});

const plainRefusal = (status: RefusalStatus): Json =>
  refusedResponse(
    status,
    refToSchema('Refusal'),
    exampleErrors[status] ?? { message: 'What went wrong, in one sentence for display.' },
  );

/** The path, query and header parameters of an endpoint. */
function parametersOf(call: AnyContract, named: Map<string, JsonSchema>): Json[] {
  const from = (rules: z.ZodType, where: 'path' | 'query'): Json[] =>
    Object.entries(toJsonSchema(rules, 'input', named).properties ?? {}).map(([name, schema]) => ({
      name,
      in: where,
      required: where === 'path',
      schema,
    }));
  return [
    ...from(call.params, 'path'),
    ...from(call.query, 'query'),
    ...(isWrite(call) ? [parameterRef('IdempotencyKey')] : []),
    ...(changesItem(call) ? [parameterRef('IfMatch')] : []),
    ...(call.isKept ? [parameterRef('IfNoneMatch')] : []),
  ];
}

/** The schema of a multipart form: images are files instead of data strings. */
const asForm = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  properties: {
    ...schema.properties,
    images: { type: 'array', items: { type: 'string', contentMediaType: 'application/octet-stream' } },
  },
});

function bodyOf({ body: { facts } }: AnyContract, now: Date, named: Map<string, JsonSchema>): Json | null {
  if (!facts) return null;
  const schema = toJsonSchema(facts.fields(now), 'input', named);
  const content = facts.media.map((media) => [
    media,
    media === json ? { schema, example: facts.example } : { schema: asForm(schema) },
  ]);
  return { required: true, content: Object.fromEntries(content) };
}

const ignored = {
  type: 'array',
  items: { type: 'string' },
  maxItems: 100,
  description:
    'Names of body fields that the endpoint does not know or does not allow to change; nested fields have dotted names.',
} as const;

/** The envelope of a response with data (docs/product.md, "Endpoints"). */
const envelopeOf = (
  success: boolean,
  message: string | undefined,
  data: JsonSchema,
  mayIgnore = false,
): JsonSchema => ({
  type: 'object',
  properties: {
    success: { const: success },
    ...(message !== undefined && { message: { type: 'string' } }),
    data,
    ...(mayIgnore && { ignored }),
  },
  required: ['success', ...(message === undefined ? [] : ['message']), 'data'],
  additionalProperties: false,
});

/** The complete body of the example response. */
export const exampleAnswer = ({ answer: { message, example } }: AnyContract): Json => ({
  success: true,
  ...(message !== undefined && { message }),
  data: example,
});

/** Whether the response has an `ETag`: every read has one, and every write that returns the item. */
const hasTag = (call: AnyContract): boolean => {
  const { data } = call.answer;
  return (
    call.method === 'GET' ||
    (changesItem(call) && data !== removed) ||
    (data instanceof z.ZodObject && data.shape.version === itemVersion)
  );
};

/** The response content of a whole list, besides a page in the envelope: one item or row per line. */
function wholeListOf({ wholeList }: AnyContract, named: Map<string, JsonSchema>): Json {
  if (!wholeList) return {};
  const lines = { type: 'string', description: 'The whole list, in the order of its pages.' };
  return {
    'application/x-ndjson': { schema: { ...lines, contentSchema: toJsonSchema(wholeList, 'output', named) } },
    'text/csv': { schema: lines },
  };
}

function responsesOf(call: AnyContract, named: Map<string, JsonSchema>): Json {
  const { status, message } = call.answer;
  const data = toJsonSchema(call.answer.data, 'output', named);
  const refusedAs = (code: RefusalStatus): Json => {
    const { refusalWithData: told } = call;
    if (told?.status !== code) return { $ref: `#/components/responses/${refusalName(code)}` };
    const example = { message: told.message, data: told.example };
    return refusedResponse(code, envelopeOf(false, told.message, data), example);
  };
  const isPaged = 'page' in call.query.shape || 'since' in call.query.shape;
  const told = [
    ...standing,
    ...(hasTag(call) ? ['ETag' as const] : []),
    ...(isPaged ? ['Link' as const] : []),
    ...(call.wholeList ? ['Content-Disposition' as const] : []),
    ...(call.hasChanges ? ['X-Changes-Token' as const] : []),
  ];
  const done = {
    description: call.summary,
    headers: headerRefs(...told, ...(status === 201 ? ['Location' as const] : [])),
    content: {
      [json]: { schema: envelopeOf(true, message, data, call.body.facts !== null), example: exampleAnswer(call) },
      ...wholeListOf(call, named),
    },
  };
  return {
    [status]: done,
    ...(call.method === 'GET' && {
      304: { description: 'The response has not changed.', headers: headerRefs(...told) },
    }),
    ...Object.fromEntries(refusalsOf(call).map((code) => [code, refusedAs(code)])),
  };
}

const securityOf = ({ who }: AnyContract): Json[] =>
  ({
    nothing: [{}, { token: [] }],
    'a token': [{ token: [] }],
    'a token or a manage key': [{ token: [] }, { manageKey: [] }],
  })[who.brings];

const whoSentence = {
  anyone: 'No authentication required.',
  user: 'Requires a signed-in user.',
  owner: 'Requires the owner or an operator.',
  operator: 'Requires an operator.',
};

function operationOf(call: AnyContract, now: Date, named: Map<string, JsonSchema>): Json {
  const requestBody = bodyOf(call, now, named);
  return {
    operationId: call.operationId,
    tags: [call.subject],
    summary: call.summary,
    description: [whoSentence[call.who.name], call.description].filter((text) => text !== undefined).join(' '),
    security: securityOf(call),
    parameters: parametersOf(call, named),
    ...(requestBody && { requestBody }),
    responses: responsesOf(call, named),
  };
}

/** Points references to named schemas at `components/schemas`, where OpenAPI expects them. */
const placed = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));

/**
 * The OpenAPI 3.1 document of the API, generated from the contracts that the handlers enforce.
 *
 * @param version the version of the site
 * @param now current time, for rules that depend on the day
 */
export function openApiDocument(version: string, now: Date): unknown {
  const named = new Map<string, JsonSchema>([['Refusal', toJsonSchema(refusal, 'input', new Map())]]);
  const paths: Record<string, Json> = {};
  for (const call of apiCalls) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(call, now, named) };
  }
  const statuses = [...new Set(apiCalls.flatMap(refusalsOf))].sort((one, other) => one - other);
  return placed({
    openapi: '3.1.0',
    info: {
      title: `${site.name} API`,
      version,
      summary: site.tagline,
      description:
        'A successful response is `{ success, data }`, an error is `{ success, message, errors }`. An unknown query parameter returns 400 with the nearest known name; empty values of known parameters count as absent. Body fields that an endpoint does not know or does not allow to change are ignored, and listed as `ignored` beside `data`. An endpoint with a `fields` parameter returns complete items without it; the schemas of these items require no field, because a response has only the selected ones.',
      license: { name: 'Terms & Conditions', url: '/terms' },
    },
    servers: [{ url: '/api' }],
    tags: Object.entries(subjects).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `data.token` of a sign-in or sign-up response, or a token created on the profile page.',
        },
        manageKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Manage-Key',
          description: 'The `manageKey` returned when a visitor created the listing.',
        },
      },
      headers,
      parameters,
      responses: Object.fromEntries(statuses.map((status) => [refusalName(status), plainRefusal(status)])),
      schemas: Object.fromEntries([...named].sort(([one], [other]) => (one < other ? -1 : 1))),
    },
  });
}
