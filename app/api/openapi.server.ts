import { z } from 'zod';
import type { Site } from '~/domain/shared/site';
import { paths as screens } from '~/paths';
import type { Endpoint } from './define-endpoint.server';
import { apiEndpoints } from './endpoints.server';
import {
  commonHeaders,
  createErrorResponse,
  describeRejection,
  type ErrorStatus,
  getErrorName,
  getErrors,
  getHeaderReferences,
  getParameterReference,
  headers,
  isChange,
  isIdempotent,
  isWrite,
  type Json,
  json,
  ndjson,
  type JsonSchema,
  parameters,
  rejection,
  toJsonSchema,
} from './openapi-components.server';
import { describeFields } from './field-descriptions.server';
import { eventStream } from './lists.server';
import { removed, version as itemVersion } from './schemas.server';
import { subjects } from './subjects';

function describeParameters(endpoint: Endpoint, named: Map<string, JsonSchema>): Json[] {
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
    ...(isWrite(endpoint) ? [getParameterReference('DryRun')] : []),
    ...(isIdempotent(endpoint) ? [getParameterReference('IdempotencyKey')] : []),
    ...(isChange(endpoint) ? [getParameterReference('IfMatch')] : []),
    ...(endpoint.hasEvents ? [getParameterReference('LastEventId')] : []),
    ...(endpoint.isCached ? [getParameterReference('IfNoneMatch')] : []),
  ];
}

const toFormSchema = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  properties: {
    ...schema.properties,
    images: { type: 'array', items: { type: 'string', contentMediaType: 'application/octet-stream' } },
  },
});

function describeMedia(media: string, schema: JsonSchema, example: unknown): Json {
  if (media === json) return { schema, example };
  if (media === ndjson) return describeLines(schema, example);
  return { schema: toFormSchema(schema) };
}

/** One object in each line. */
const describeLines = (contentSchema: JsonSchema, example: unknown): Json => ({
  schema: { type: 'string', contentMediaType: ndjson, contentSchema },
  example: `${JSON.stringify(example)}\n`,
});

function describeBody({ body: { spec } }: Endpoint, now: Date, named: Map<string, JsonSchema>): Json | null {
  if (!spec) return null;
  const schema = toJsonSchema(spec.schema(now), 'input', named);
  const content = spec.media.map((media) => [media, describeMedia(media, schema, spec.example)]);
  return { required: true, content: Object.fromEntries(content) };
}

const ignoredFieldsSchema = {
  type: 'array',
  items: { type: 'string' },
  maxItems: 100,
  description:
    'Names of body fields that the endpoint does not know or does not allow to change; nested fields have dotted names.',
} as const;

const warningsSchema = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'Sentences about values that are stored otherwise than they were sent, by field.',
} as const;

const eventsSchema = {
  type: 'string',
  description:
    'Server-Sent Events without end: the name of each is its `change`, its data the JSON of one of `changes`.',
} as const;

/** docs/product.md, "Endpoints". */
const createEnvelope = (
  success: boolean,
  message: string | undefined,
  data: JsonSchema,
  hasBody = false,
): JsonSchema => ({
  type: 'object',
  properties: {
    success: { const: success },
    ...(message !== undefined && { message: { type: 'string' } }),
    data,
    ...(!success && { requestId: { type: 'string' } }),
    ...(hasBody && { ignored: ignoredFieldsSchema, warnings: warningsSchema }),
  },
  required: ['success', ...(message === undefined ? [] : ['message']), 'data'],
  additionalProperties: false,
});

export const createExampleResponse = ({ response: { message, example }, respondsInLines }: Endpoint): unknown =>
  respondsInLines ? example : { success: true, ...(message !== undefined && { message }), data: example };

const isItem = (data: unknown): boolean =>
  data instanceof z.ZodUnion
    ? data.options.some(isItem)
    : data instanceof z.ZodObject && data.shape.version === itemVersion;

const hasEntityTag = (endpoint: Endpoint): boolean => {
  const { data } = endpoint.response;
  return endpoint.method === 'GET' || (isChange(endpoint) && data !== removed) || isItem(data);
};

function describeWholeList({ wholeList }: Endpoint, named: Map<string, JsonSchema>): Json {
  if (!wholeList) return {};
  const lines = { type: 'string', description: 'The whole list, in the order of its pages.' };
  return {
    [ndjson]: { schema: { ...lines, contentSchema: toJsonSchema(wholeList, 'output', named) } },
    'text/csv': { schema: lines },
  };
}

function describeResponses(endpoint: Endpoint, named: Map<string, JsonSchema>): Json {
  const { status, message } = endpoint.response;
  const data = toJsonSchema(endpoint.response.data, 'output', named);
  const rejectedAs = (code: ErrorStatus): Json => {
    const { errorWithData: description } = endpoint;
    if (description?.status !== code) return { $ref: `#/components/responses/${getErrorName(code)}` };
    const example = { message: description.message, data: description.example };
    return describeRejection(code, createEnvelope(false, description.message, data), example);
  };
  const isPaged = 'page' in endpoint.query.shape || 'since' in endpoint.query.shape;
  const description = [
    ...commonHeaders,
    ...(hasEntityTag(endpoint) ? ['ETag' as const] : []),
    ...(isPaged ? ['Link' as const] : []),
    ...(endpoint.wholeList ? ['Content-Disposition' as const] : []),
    ...(endpoint.hasChanges ? ['X-Changes-Token' as const] : []),
    ...(isIdempotent(endpoint) ? ['Idempotent-Replayed' as const] : []),
  ];
  const ok = {
    description: endpoint.summary,
    headers: getHeaderReferences(...description, ...(status === 201 ? ['Location' as const] : [])),
    content: endpoint.respondsInLines
      ? { [ndjson]: describeLines(data, endpoint.response.example) }
      : {
          [json]: {
            schema: createEnvelope(true, message, data, isWrite(endpoint)),
            example: createExampleResponse(endpoint),
          },
          ...describeWholeList(endpoint, named),
          ...(endpoint.hasEvents && { [eventStream]: { schema: eventsSchema } }),
        },
  };
  return {
    [status]: ok,
    ...(endpoint.mayUpdate && { 200: { ...ok, headers: getHeaderReferences(...description) } }),
    ...(endpoint.method === 'GET' && {
      304: { description: 'Not modified.', headers: getHeaderReferences(...description) },
    }),
    ...Object.fromEntries(getErrors(endpoint).map((code) => [code, rejectedAs(code)])),
  };
}

const describeSecurity = ({ access }: Endpoint): Json[] =>
  ({
    none: [{}, { token: [] }],
    token: [{ token: [] }],
    'token or link': [{}, { token: [] }],
    'token or manage key': [{ token: [] }, { manageKey: [] }],
    'token or key': [{ token: [] }, { manageKey: [] }, { messagesKey: [] }],
  })[access.credentials];

const accessText = {
  anyone: 'No bearer token required.',
  user: 'Requires a signed-in user.',
  owner: 'Requires the owner or an operator.',
  participant: 'Requires the bearer token, manage key or messages key of a participant.',
  operator: 'Requires an operator.',
};

function describeOperation(endpoint: Endpoint, now: Date, named: Map<string, JsonSchema>): Json {
  const requestBody = describeBody(endpoint, now, named);
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.subject],
    summary: endpoint.summary,
    description: [accessText[endpoint.access.name], endpoint.description]
      .filter((text) => text !== undefined)
      .join(' '),
    security: describeSecurity(endpoint),
    parameters: describeParameters(endpoint, named),
    ...(requestBody && { requestBody }),
    responses: describeResponses(endpoint, named),
  };
}

/** Points references to named schemas at `components/schemas`, where OpenAPI expects them. */
const moveReferences = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));

/** Of the API, by semantic versioning (docs/api.md, "Stability"). */
const version = '1.0.0';

/** @param origin of the site, for the addresses that may not be relative */
export function createOpenApiDocument(now: Date, { name, tagline }: Site, origin = 'https://site.example'): unknown {
  const named = new Map<string, JsonSchema>([['Error', toJsonSchema(rejection, 'input', new Map())]]);
  const paths: Record<string, Json> = {};
  for (const endpoint of apiEndpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: describeOperation(endpoint, now, named),
    };
  }
  const statuses = [...new Set(apiEndpoints.flatMap(getErrors))].sort((one, other) => one - other);
  const document = moveReferences({
    openapi: '3.1.0',
    info: {
      title: `${name} API`,
      version,
      summary: tagline,
      description:
        'A successful response is `{ success, data }`, an error is `{ success, code, message, errors, codes, docs, requestId }`. An unknown query parameter returns 400 with the nearest known name; empty values of known parameters count as absent. Body fields that an endpoint does not know or does not allow to change are ignored, and listed as `ignored` beside `data`; of a phone field with several numbers the first is taken, as `warnings` beside `data` say. An endpoint with a `fields` parameter returns complete items without it; the schemas of these items require no field, because a response has only the selected ones.',
      license: { name: 'Terms & Conditions', url: origin + screens.terms() },
      contact: { name, url: origin + screens.contact() },
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
          description: 'The `manageKey` that was returned when a visitor created the listing.',
        },
        messagesKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Messages-Key',
          description: 'The `messagesKey` that was returned with the first message or appointment of a visitor.',
        },
      },
      headers,
      parameters,
      responses: Object.fromEntries(statuses.map((status) => [getErrorName(status), createErrorResponse(status)])),
      schemas: Object.fromEntries([...named].sort(([one], [other]) => (one < other ? -1 : 1))),
    },
  });
  describeFields(document);
  return document;
}
