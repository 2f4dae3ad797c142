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
  errors: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: 'One sentence for each field at fault; nested ones are dotted, `contactInfo.name`.' }),
});

const headers = {
  Accept: { description: 'Media types that would do.', schema: { type: 'string' } },
  'Accept-Encoding': { description: 'Encodings that would do.', schema: { type: 'string' } },
  'Content-Disposition': { description: 'The name of the file that a table makes.', schema: { type: 'string' } },
  ETag: {
    description:
      'Names this state of the answer, for `If-None-Match`; that of an item for `If-Match` too. A whole list has none where you are signed in.',
    schema: { type: 'string' },
  },
  Link: {
    description:
      'The other pages, as RFC 8288 writes links; of a whole list of bikes or scooters its changes, `rel="changes"`.',
    schema: { type: 'string' },
  },
  Location: { description: 'Where what was made is read.', required: true, schema: { type: 'string' } },
  RateLimit: {
    description: 'What is left of each limit the call counts against, and for how many seconds.',
    schema: { type: 'string' },
    example: '"api-read";r=599;t=60',
  },
  'RateLimit-Policy': {
    description: 'The limits themselves: how many calls in how many seconds.',
    schema: { type: 'string' },
    example: '"api-read";q=600;w=60',
  },
  'Retry-After': { description: 'Seconds to wait.', required: true, schema: { type: 'integer', minimum: 1 } },
  'WWW-Authenticate': { description: 'How to say who you are.', schema: { type: 'string' } },
  'X-Changes-Token': {
    description:
      'On a whole list, NDJSON or CSV: what `since` of its changes begins with. It is taken before the first row is read, so a copy made of the list and then brought up to date from here misses nothing.',
    schema: { type: 'string' },
  },
  'X-Request-Id': {
    description: 'Names the request in the log; absent where an answer was kept from an earlier one.',
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
      'Sent again within a day, with the same body, it answers what the first was answered and writes nothing. Take a random one for each write, such as a UUID. What is secret in the first answer (a `manageKey`, a private link) is answered again only to a sender who proves to be the first: by its token, or by that key as `X-Manage-Key`.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` the item was read with, or several: 412 when it has been changed since.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of an earlier answer: 304 while it is still true.',
    schema: { type: 'string' },
  },
} as const;
const parameterRef = (name: keyof typeof parameters) => ({ $ref: `#/components/parameters/${name}` });

/** What stands on every answer: how the sender stands with the limits, unless the site has none, and its name. */
const standing = ['RateLimit', 'RateLimit-Policy', 'X-Request-Id'] as const;

/** Headers that a refusal brings besides what stands on each. */
const headersOfRefusal = (status: RefusalStatus): Json =>
  headerRefs(
    ...standing,
    ...(status === 415 ? (['Accept', 'Accept-Encoding'] as const) : []),
    ...(status === 429 ? ['Retry-After' as const] : []),
    // A token that may only read is told so.
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
    exampleErrors[status] ?? { message: 'Why not, in a sentence for people.' },
  );

/** The rules of what a path or a query may hold, one parameter for each. */
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

/** A form carries its files as they are, and everything else as text. */
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
  description: 'Names of body fields that the call does not know or may not change, dotted where nested.',
} as const;

/** The envelope of what brings data (docs/product.md, "Endpoints"). */
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

/** The whole body of a call's example answer. */
export const exampleAnswer = ({ answer: { message, example } }: AnyContract): Json => ({
  success: true,
  ...(message !== undefined && { message }),
  data: example,
});

/** Every read has a tag, and so has what a write leaves behind. */
const hasTag = (call: AnyContract): boolean => {
  const { data } = call.answer;
  return (
    call.method === 'GET' ||
    (changesItem(call) && data !== removed) ||
    (data instanceof z.ZodObject && data.shape.version === itemVersion)
  );
};

/** What a list comes as besides a page in the envelope: all of it, an item or a row to each line. */
function wholeListOf({ wholeList }: AnyContract, named: Map<string, JsonSchema>): Json {
  if (!wholeList) return {};
  const lines = { type: 'string', description: 'The whole list, in its order.' };
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
    ...(call.method === 'GET' && { 304: { description: 'Nothing has changed since.', headers: headerRefs(...told) } }),
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
  anyone: 'Anyone.',
  user: 'Any user.',
  owner: 'Its owner, and operators.',
  operator: 'Operators only.',
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

/** The names that schemas are given here stand where OpenAPI looks for them. */
const placed = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));

/**
 * The API's OpenAPI 3.1 document, made from the table of calls: what it promises is what the doors hold.
 *
 * @param version of the site
 * @param now for rules that depend on the day
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
        'Every answer is `{ success, data }`, or `{ success, message, errors }` when it is refused. An unknown query parameter is refused with 400 and the nearest known name; empty values of known ones count as absent. Fields of a body that a call does not know or may not change count for nothing, and are named as `ignored` beside `data`. An item of a call that takes `fields` is told whole where nothing is chosen, yet none of its fields is required, because only those that are chosen come.',
      license: { name: 'Terms & Conditions', url: '/terms' },
    },
    servers: [{ url: '/api' }],
    tags: Object.entries(subjects).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: '`data.token` of signing in or up.' },
        manageKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Manage-Key',
          description: 'The `manageKey` that a visitor’s listing was answered with.',
        },
      },
      headers,
      parameters,
      responses: Object.fromEntries(statuses.map((status) => [refusalName(status), plainRefusal(status)])),
      schemas: Object.fromEntries([...named].sort(([one], [other]) => (one < other ? -1 : 1))),
    },
  });
}
