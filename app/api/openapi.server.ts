import { z } from 'zod';
import { fixErrors } from '~/domain/shared/result';
import { site } from '~/domain/shared/site';
import { changesItem, type Endpoint, errorsOf, type ErrorStatus, isWrite, rejections } from './define-endpoint.server';
import { subjects } from './subjects';
import { apiEndpoints } from './endpoints.server';
import { type JsonSchema, toJsonSchema } from './json-schema.server';
import { version as itemVersion, removed } from './shapes.server';

type Json = Record<string, unknown>;

const refToSchema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const errorName = (status: ErrorStatus): string => `Error${status}`;
const json = 'application/json';

const rejection = z.object({
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
const commonHeaders = ['RateLimit', 'RateLimit-Policy', 'X-Request-Id'] as const;

/** Headers of an error response: those of every response, and those of its status. */
const headersOfError = (status: ErrorStatus): Json =>
  headerRefs(
    ...commonHeaders,
    ...(status === 415 ? (['Accept', 'Accept-Encoding'] as const) : []),
    ...(status === 429 ? ['Retry-After' as const] : []),
    // On 403, the header names the scope that a read-only token lacks.
    ...(status === 401 || status === 403 ? ['WWW-Authenticate' as const] : []),
  );

const exampleErrors: Partial<Record<ErrorStatus, Json>> = {
  400: { message: 'A parameter is not valid.', errors: { limit: 'limit must be from 1 to 100' } },
  422: { message: fixErrors, errors: { email: 'Please enter a valid email address' } },
};

const rejectedResponse = (status: ErrorStatus, schema: Json, example: Json): Json => ({
  description: rejections[status],
  headers: headersOfError(status),
  content: { [json]: { schema, example: { success: false, ...example } } },
});

const plainError = (status: ErrorStatus): Json =>
  rejectedResponse(
    status,
    refToSchema('Error'),
    exampleErrors[status] ?? { message: 'What went wrong, in one sentence for display.' },
  );

/** The path, query and header parameters of an endpoint. */
function parametersOf(endpoint: Endpoint, named: Map<string, JsonSchema>): Json[] {
  const from = (rules: z.ZodType, where: 'path' | 'query'): Json[] =>
    Object.entries(toJsonSchema(rules, 'input', named).properties ?? {}).map(([name, schema]) => ({
      name,
      in: where,
      required: where === 'path',
      schema,
    }));
  return [
    ...from(endpoint.params, 'path'),
    ...from(endpoint.query, 'query'),
    ...(isWrite(endpoint) ? [parameterRef('IdempotencyKey')] : []),
    ...(changesItem(endpoint) ? [parameterRef('IfMatch')] : []),
    ...(endpoint.isCached ? [parameterRef('IfNoneMatch')] : []),
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

function bodyOf({ body: { spec } }: Endpoint, now: Date, named: Map<string, JsonSchema>): Json | null {
  if (!spec) return null;
  const schema = toJsonSchema(spec.schema(now), 'input', named);
  const content = spec.media.map((media) => [
    media,
    media === json ? { schema, example: spec.example } : { schema: asForm(schema) },
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
export const exampleResponse = ({ response: { message, example } }: Endpoint): Json => ({
  success: true,
  ...(message !== undefined && { message }),
  data: example,
});

/** Whether the response has an `ETag`: every read has one, and every write that returns the item. */
const hasTag = (endpoint: Endpoint): boolean => {
  const { data } = endpoint.response;
  return (
    endpoint.method === 'GET' ||
    (changesItem(endpoint) && data !== removed) ||
    (data instanceof z.ZodObject && data.shape.version === itemVersion)
  );
};

/** The response content of a whole list, besides a page in the envelope: one item or row per line. */
function wholeListOf({ wholeList }: Endpoint, named: Map<string, JsonSchema>): Json {
  if (!wholeList) return {};
  const lines = { type: 'string', description: 'The whole list, in the order of its pages.' };
  return {
    'application/x-ndjson': { schema: { ...lines, contentSchema: toJsonSchema(wholeList, 'output', named) } },
    'text/csv': { schema: lines },
  };
}

function responsesOf(endpoint: Endpoint, named: Map<string, JsonSchema>): Json {
  const { status, message } = endpoint.response;
  const data = toJsonSchema(endpoint.response.data, 'output', named);
  const rejectedAs = (code: ErrorStatus): Json => {
    const { errorWithData: description } = endpoint;
    if (description?.status !== code) return { $ref: `#/components/responses/${errorName(code)}` };
    const example = { message: description.message, data: description.example };
    return rejectedResponse(code, envelopeOf(false, description.message, data), example);
  };
  const isPaged = 'page' in endpoint.query.shape || 'since' in endpoint.query.shape;
  const description = [
    ...commonHeaders,
    ...(hasTag(endpoint) ? ['ETag' as const] : []),
    ...(isPaged ? ['Link' as const] : []),
    ...(endpoint.wholeList ? ['Content-Disposition' as const] : []),
    ...(endpoint.hasChanges ? ['X-Changes-Token' as const] : []),
  ];
  const ok = {
    description: endpoint.summary,
    headers: headerRefs(...description, ...(status === 201 ? ['Location' as const] : [])),
    content: {
      [json]: {
        schema: envelopeOf(true, message, data, endpoint.body.spec !== null),
        example: exampleResponse(endpoint),
      },
      ...wholeListOf(endpoint, named),
    },
  };
  return {
    [status]: ok,
    ...(endpoint.method === 'GET' && {
      304: { description: 'The response has not changed.', headers: headerRefs(...description) },
    }),
    ...Object.fromEntries(errorsOf(endpoint).map((code) => [code, rejectedAs(code)])),
  };
}

const securityOf = ({ access }: Endpoint): Json[] =>
  ({
    none: [{}, { token: [] }],
    token: [{ token: [] }],
    'token or manage key': [{ token: [] }, { manageKey: [] }],
    'token or key': [{ token: [] }, { manageKey: [] }, { messagesKey: [] }],
  })[access.credentials];

const accessText = {
  anyone: 'No authentication required.',
  user: 'Requires a signed-in user.',
  owner: 'Requires the owner or an operator.',
  participant: 'Requires one of the two sides of the conversation.',
  operator: 'Requires an operator.',
};

function operationOf(endpoint: Endpoint, now: Date, named: Map<string, JsonSchema>): Json {
  const requestBody = bodyOf(endpoint, now, named);
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.subject],
    summary: endpoint.summary,
    description: [accessText[endpoint.access.name], endpoint.description]
      .filter((text) => text !== undefined)
      .join(' '),
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint, named),
    ...(requestBody && { requestBody }),
    responses: responsesOf(endpoint, named),
  };
}

/** Points references to named schemas at `components/schemas`, where OpenAPI expects them. */
const placed = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));

/**
 * The OpenAPI 3.1 document of the API, generated from the definitions that the endpoints enforce.
 *
 * @param version the version of the site
 * @param now current time, for rules that depend on the day
 */
export function openApiDocument(version: string, now: Date): unknown {
  const named = new Map<string, JsonSchema>([['Error', toJsonSchema(rejection, 'input', new Map())]]);
  const paths: Record<string, Json> = {};
  for (const endpoint of apiEndpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint, now, named),
    };
  }
  const statuses = [...new Set(apiEndpoints.flatMap(errorsOf))].sort((one, other) => one - other);
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
        messagesKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Messages-Key',
          description: 'The `messagesKey` returned when a visitor first wrote to a seller.',
        },
      },
      headers,
      parameters,
      responses: Object.fromEntries(statuses.map((status) => [errorName(status), plainError(status)])),
      schemas: Object.fromEntries([...named].sort(([one], [other]) => (one < other ? -1 : 1))),
    },
  });
}
