import { z } from 'zod';
import type { ErrorCode, FieldErrors, PlainCode } from '~/domain/shared/result';
import type { Endpoint } from './define-endpoint.server';
import { findObjectSchema } from './read-input.server';
import { createErrorBody, isRecord } from './respond.server';
import { dryRunParameter } from './schemas.server';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

const isOptional = (rule: z.core.$ZodType | undefined): boolean =>
  rule !== undefined && z.globalRegistry.get(rule)?.isOptional === true;

/** Rules checked by code have their JSON Schema as `json` in their `meta`. */
function adjustSchema(zodSchema: z.core.$ZodType, jsonSchema: JsonSchema): void {
  const json = z.globalRegistry.get(zodSchema)?.json;
  if (isRecord(json)) {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    Object.assign(jsonSchema, json);
  }
  delete jsonSchema.json;
  delete jsonSchema.isOptional;
  const { def } = zodSchema._zod;
  if (def.type === 'default' && 'defaultValue' in def) jsonSchema.default = def.defaultValue;
  if (zodSchema instanceof z.ZodObject && jsonSchema.required) {
    jsonSchema.required = jsonSchema.required.filter((name) => !isOptional(zodSchema.shape[name]));
  }
  // Zod adds the bounds of safe integers to every integer, and a pattern to every format, which only distract readers.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (typeof jsonSchema.format === 'string') delete jsonSchema.pattern;
}

/** Schemas with an id are added to `named` and referenced as `#/$defs/<id>`. */
export function toJsonSchema(rules: z.ZodType, io: 'input' | 'output', named: Map<string, JsonSchema>): JsonSchema {
  const {
    $schema: _dialect,
    $defs = {},
    ...schema
  } = z.toJSONSchema(rules, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => adjustSchema(zodSchema, jsonSchema),
  });
  for (const [name, { id: _id, ...rest }] of Object.entries($defs)) named.set(name, rest);
  return schema;
}

export type Json = Record<string, unknown>;

const getSchemaReference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
export const getErrorName = (status: ErrorStatus): string => `Error${status}`;
export const json = 'application/json';
export const ndjson = 'application/x-ndjson';

export const rejection = z.object({
  success: z.literal(false),
  code: z
    .string()
    .meta({ description: 'What went wrong, as one of the codes at `/api/docs/errors`, for programs to compare.' }),
  message: z.string().meta({ description: 'The same as a sentence for people, which may be reworded at any time.' }),
  errors: z.record(z.string(), z.string()).optional().meta({
    description: 'One sentence for each invalid field; nested fields have dotted names, such as `contactInfo.name`.',
  }),
  codes: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: 'The code of each invalid field, by the same names as `errors`.' }),
  docs: z.string().meta({ description: 'Path of the description of `code` on this site.' }),
  requestId: z
    .string()
    .optional()
    .meta({ description: 'Id of the request in the log of the site, as in `X-Request-Id`; please quote it.' }),
});

export const headers = {
  Accept: { description: 'Media types that the endpoint accepts.', schema: { type: 'string' } },
  'Accept-Encoding': { description: 'Content encodings that the endpoint accepts.', schema: { type: 'string' } },
  'Content-Disposition': { description: 'File name of a CSV download.', schema: { type: 'string' } },
  ETag: {
    description:
      'Entity tag of the response for `If-None-Match`; that of an item also for `If-Match`. A whole list has none for signed-in users.',
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description:
      'Sent with the response to an earlier request with the same `Idempotency-Key`. It does not count as a write.',
    schema: { const: 'true' },
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
    description: 'The rate limits that apply: number of requests, and length of the window in seconds.',
    schema: { type: 'string' },
    example: '"api-read";q=600;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': { description: 'Required authentication.', schema: { type: 'string' } },
  'X-Changes-Token': {
    description:
      'On a whole list (NDJSON or CSV): the first value of `since` for its changes. It is taken before the first row is read, so that a copy of the list updated from this token misses nothing.',
    schema: { type: 'string' },
  },
  'X-Request-Id': {
    description: 'Id of the request, which names it in the log unless the response comes from the cache.',
    schema: { type: 'string' },
  },
} as const;
export const getHeaderReferences = (...names: (keyof typeof headers)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const parameters = {
  DryRun: {
    name: dryRunParameter,
    in: 'query',
    description:
      'With `true`, everything is checked and answered as it would be, and nothing is stored: no item, photo, mail, session or idempotency key. Ids, keys and tokens in such a response are not valid. It counts as a write.',
    schema: { type: 'string', enum: ['true', 'false'], default: 'false' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A request with the same key and the same body within a day returns the first response, with `Idempotent-Replayed: true`, and writes nothing. It counts as a read, and is answered over the limit of writes too. Use a random value for each write, such as a UUID. A secret in the first response (a `manageKey`, a private link) is returned again only to a client that proves to be the first sender: by its bearer token, or by that key as `X-Manage-Key`.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'One or more values of `ETag` from reads of the item. Returns 412 if the item has changed since.',
    schema: { type: 'string' },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'On a live stream: the last `id` that was received, in place of `since`. Browsers send it themselves.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of an earlier response. Returns 304 while that response is current.',
    schema: { type: 'string' },
  },
} as const;
export const getParameterReference = (name: keyof typeof parameters) => ({ $ref: `#/components/parameters/${name}` });

export const commonHeaders = ['RateLimit', 'RateLimit-Policy', 'X-Request-Id'] as const;

const retryAfterProgress = 'If the first request with the `Idempotency-Key` is still in progress: seconds to wait.';

const headersOfError = (status: ErrorStatus): Json => ({
  ...getHeaderReferences(
    ...commonHeaders,
    ...(status === 415 ? (['Accept', 'Accept-Encoding'] as const) : []),
    ...(status === 429 ? ['Retry-After' as const] : []),
    // On 403, it names the scope that a read-only token lacks.
    ...(status === 401 || status === 403 ? ['WWW-Authenticate' as const] : []),
  ),
  ...(status === 409 && {
    'Retry-After': { ...headers['Retry-After'], description: retryAfterProgress, required: false },
  }),
});

const exampleReasons: Record<ErrorStatus, { code: PlainCode; errors?: FieldErrors }> = {
  400: { code: 'invalid_parameters', errors: { limit: { code: 'not_whole', values: { label: 'limit' } } } },
  401: { code: 'invalid_token' },
  403: { code: 'operator_required' },
  404: { code: 'unknown_endpoint' },
  409: { code: 'idempotency_key_reused' },
  410: { code: 'changes_token_too_old' },
  412: { code: 'version_conflict' },
  413: { code: 'request_too_large' },
  415: { code: 'compressed_body' },
  422: { code: 'invalid_fields', errors: { email: { code: 'email_invalid' } } },
  429: { code: 'too_many_uploads' },
  500: { code: 'internal_error' },
  503: { code: 'not_saved' },
};

export const describeRejection = (status: ErrorStatus, schema: Json, example: Json): Json => ({
  description: rejections[status],
  headers: headersOfError(status),
  content: { [json]: { schema, example: { success: false, ...example } } },
});

export const createErrorResponse = (status: ErrorStatus): Json =>
  describeRejection(
    status,
    getSchemaReference('Error'),
    createErrorBody(exampleReasons[status], exampleReasons[status].errors),
  );

/** docs/product.md, "Statuses". */
export const rejections = {
  400: 'The URL or a parameter is malformed, or the body is not a JSON object.',
  401: 'The request has no valid bearer token.',
  403: 'The client is identified but not allowed to do this, or a page of another site sent the write.',
  404: 'The item or the page does not exist, or the client is not allowed to see it.',
  409: 'The change was already made, the item was changed in the meantime, or the `Idempotency-Key` was used with another body or by a request still in progress.',
  410: 'The `since` token is too old: start again without it.',
  412: 'The item does not match `If-Match`: it has changed since it was read.',
  413: 'The request body is too large.',
  415: 'The endpoint does not accept the media type or content encoding of the body: `Accept` or `Accept-Encoding` in the response lists those it accepts.',
  422: 'A field is not valid: `errors` has one sentence for each.',
  429: 'Too many requests from this address: wait for the number of seconds in `Retry-After`.',
  500: 'Internal server error.',
  503: 'The service cannot read or write at the moment. Retry later.',
} as const;
export type ErrorStatus = keyof typeof rejections;
const errorStatuses = [
  400, 401, 403, 404, 409, 410, 412, 413, 415, 422, 429, 500, 503,
] as const satisfies readonly ErrorStatus[];

/** Writes take an `Idempotency-Key`, so that a repeated request has no further effect. */
export const isWrite = ({ method }: Endpoint): boolean => method !== 'GET';

/** A stream of lines is repeated line by line. */
export const isIdempotent = (endpoint: Endpoint): boolean => isWrite(endpoint) && !endpoint.respondsInLines;

export const isChange = ({ method, hasNoVersion = false, changesByPost = false }: Endpoint): boolean =>
  !hasNoVersion && (method === 'PUT' || method === 'PATCH' || method === 'DELETE' || changesByPost);

const hasPages = ({ query }: Endpoint): boolean => Object.hasOwn(query.shape, 'page');

/** Codes that an endpoint has because of what it takes, and of whom, by status. */
function getImpliedCodes(endpoint: Endpoint): Partial<Record<ErrorStatus, ErrorCode[]>> {
  const { access, body, query, ignoresInvalidToken = false } = endpoint;
  const writes = isWrite(endpoint);
  const needsToken = !['none', 'token or link'].includes(access.credentials);
  const isOfTeam = access.name === 'operator';
  const media = body.spec?.media[0];
  const takesLines = media === ndjson;
  const isByKey = access.credentials === 'token or manage key';
  const takesImages = 'images' in (findObjectSchema(body.spec?.schema(new Date()))?.shape ?? {});
  const hasParameters = writes || Object.keys(query.shape).length > 0;
  return {
    400: [
      'invalid_parameters',
      ...(hasParameters ? (['unknown_parameter', 'misspelt_parameter'] as const) : (['no_parameters'] as const)),
      'repeated_parameter',
      'invalid_encoding',
      ...(writes ? (['invalid_json', 'not_an_object', 'nested_too_deeply', 'invalid_idempotency_key'] as const) : []),
    ],
    401: [
      ...(ignoresInvalidToken && access.name === 'anyone' ? [] : ['invalid_token' as const]),
      ...(needsToken ? ['sign_in_required' as const] : []),
      ...(isByKey ? ['listing_code_required' as const] : []),
    ],
    403: [
      ...(isByKey ? (['wrong_manage_key', 'not_the_seller'] as const) : []),
      ...(writes ? (['foreign_write', 'token_is_read_only'] as const) : []),
      ...(isOfTeam ? (['operator_required', 'not_for_role', 'token_without_desk'] as const) : []),
    ],
    404: hasPages(endpoint) ? ['page_beyond_last'] : [],
    409: isIdempotent(endpoint) ? ['request_in_progress', 'idempotency_key_reused'] : [],
    412: ['version_conflict'],
    413: ['request_too_large', ...(takesImages ? ['photo_too_large' as const] : [])],
    415: ['compressed_body', takesLines ? 'not_ndjson' : 'not_json', 'not_utf8'],
    422: [
      'invalid_fields',
      ...(takesImages
        ? ([
            ...(['required_fields', 'incomplete_form'] as const),
            ...(['images_not_a_list', 'photos_full', 'not_a_photo', 'photo_is_heic'] as const),
            ...(['photo_too_small', 'photo_damaged', 'photo_too_costly'] as const),
          ] as const)
        : []),
    ],
    429: ['too_many_attempts'],
    500: ['internal_error'],
    503: ['not_read', ...(writes ? (['not_saved', 'read_only_copy'] as const) : [])],
  };
}

export type Rejection = { status: ErrorStatus; own: readonly ErrorCode[]; implied: readonly ErrorCode[] };

/** What an endpoint can be refused for, by status. */
export function describeRejections(endpoint: Endpoint): Rejection[] {
  const { rejections: own = {} } = endpoint;
  const implied = getImpliedCodes(endpoint);
  const isOwnStatus = (status: ErrorStatus): status is keyof typeof own => Object.hasOwn(own, status);
  return getErrors(endpoint).map((status) => ({
    status,
    own: isOwnStatus(status) ? (own[status] ?? []) : [],
    implied: implied[status] ?? [],
  }));
}

export function getErrors(endpoint: Endpoint): ErrorStatus[] {
  const own = errorStatuses.filter((status) => Object.hasOwn(endpoint.rejections ?? {}, status));
  const statuses = new Set<ErrorStatus>([...own, 400, 429, 500, 503]);
  if (endpoint.errorWithData) statuses.add(endpoint.errorWithData.status);
  if (!endpoint.ignoresInvalidToken) statuses.add(401);
  if (endpoint.access.name === 'operator') statuses.add(403);
  if (isWrite(endpoint)) statuses.add(403).add(409).add(413).add(415);
  if (isChange(endpoint)) statuses.add(412);
  if (endpoint.body.spec) statuses.add(422);
  if (hasPages(endpoint)) statuses.add(404);
  return [...statuses].sort((one, other) => one - other);
}
