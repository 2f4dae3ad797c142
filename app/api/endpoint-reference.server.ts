import type { z } from 'zod';
import { errorTexts } from '~/domain/shared/error-texts';
import { joinWithOr } from '~/domain/shared/text';
import type { Endpoint } from './define-endpoint.server';
import { apiEndpoints } from './endpoints.server';
import { findDescription } from './field-descriptions.server';
import { maxParameter } from './schemas.server';
import { describeRejections, type JsonSchema, ndjson, toJsonSchema } from './openapi-components.server';
import { createExampleResponse } from './openapi.server';
import { isRecord } from './respond.server';
import { type EndpointSubject, subjects } from './subjects';

type FieldReference = { name: string; rule: string };

type Rule = {
  type?: unknown;
  enum?: unknown;
  const?: unknown;
  format?: unknown;
  anyOf?: unknown;
  items?: unknown;
  default?: unknown;
  description?: unknown;
  minimum?: unknown;
  maximum?: unknown;
  minLength?: unknown;
  maxLength?: unknown;
  maxItems?: unknown;
};

/** Years have four digits. */
const numbers = new Intl.NumberFormat('en-IN', { useGrouping: 'min2' });

function formatRange(least: unknown, most: unknown, of = ''): string {
  const [from, to] = [least, most].map((end) => (typeof end === 'number' ? numbers.format(end) : null));
  if (from && to) return `${from} to ${to}${of}`;
  if (from) return `${from}${least === 1 ? of.replace(/s$/, '') : of} or more`;
  return to ? `up to ${to}${of}` : '';
}

const formats = new Map<unknown, string>([
  ['email', 'email address'],
  ['date', 'date, YYYY-MM-DD'],
  ['date-time', 'date and time, ISO 8601 in UTC'],
  ['uri', 'URL'],
]);

const addRange = (kind: string, stated: string): string => (stated ? `${kind}, ${stated}` : kind);

function describeKind(rule: Rule): string {
  if (Array.isArray(rule.enum)) return joinWithOr(rule.enum.map(String));
  if (rule.const !== undefined) return String(rule.const);
  if (Array.isArray(rule.anyOf)) return joinWithOr(rule.anyOf.filter(isRecord).map(describeKind));
  if (Array.isArray(rule.type)) return joinWithOr(rule.type.map((type) => describeKind({ ...rule, type })));
  switch (rule.type) {
    case 'string':
      return formats.get(rule.format) ?? addRange('text', formatRange(rule.minLength, rule.maxLength, ' characters'));
    case 'integer':
      return addRange(
        'whole number',
        formatRange(rule.minimum, rule.maximum === maxParameter ? undefined : rule.maximum),
      );
    case 'number':
      return addRange('number', formatRange(rule.minimum, rule.maximum));
    case 'boolean':
      return 'true or false';
    case 'array':
      return addRange(
        `list of ${isRecord(rule.items) ? describeKind(rule.items) : 'values'}`,
        formatRange(undefined, rule.maxItems),
      );
    case 'null':
      return 'null';
    default:
      return 'object';
  }
}

const requiredMark = '; required';

function describeRule(rule: Rule, isRequired: boolean): string {
  const defaultLabel = rule.default === undefined ? '' : `, default ${String(rule.default)}`;
  const message = typeof rule.description === 'string' ? `. ${rule.description}` : '';
  return `${describeKind(rule)}${defaultLabel}${isRequired ? requiredMark : ''}${message}`;
}

/** The sentence of an error with its placeholders. Of `{count|day|days}`, which has the word for 1 first, the other. */
export const toReadableText = (text: string): string => text.replaceAll(/\{\w+\|[^|}]*\|([^}]*)\}/g, '$1');

export type EndpointReference = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string | null;
  access: string;
  isForOperators: boolean;
  parameters: FieldReference[];
  /** Without those that a new item has too, if it names the endpoint that describes them. */
  fields: FieldReference[];
  fieldsAs: { id: string; method: string; path: string } | null;
  curl: string;
};

const findObjectSchema = (rule: JsonSchema): JsonSchema | undefined =>
  [rule, ...(rule.anyOf ?? [])].find(({ properties }) => properties !== undefined);

function mergeAlternatives(rule: JsonSchema): JsonSchema {
  const objects = (rule.anyOf ?? []).filter(({ properties }) => properties !== undefined);
  if (objects.length < 2) return rule;
  return {
    properties: Object.assign({}, ...objects.toReversed().map(({ properties }) => properties)),
    required: (objects[0]?.required ?? []).filter((name) => objects.every(({ required }) => required?.includes(name))),
  };
}

/** The fields of a request, those within others with dots, and of the items of a list with brackets. */
function describeFields(
  { properties = {}, required: names = [] }: JsonSchema,
  place: string,
  prefix = '',
): FieldReference[] {
  return Object.entries(properties).flatMap(([name, rule]): FieldReference[] => {
    if (typeof rule !== 'object') return [];
    const inner = findObjectSchema(rule);
    if (inner) return describeFields(inner, name, `${prefix}${name}.`);
    const description = rule.description ?? findDescription(place, name, rule);
    const row = { name: prefix + name, rule: describeRule({ ...rule, description }, names.includes(name)) };
    const item = findItemSchema(rule);
    return item ? [row, ...describeFields(item, name, `${prefix}${name}[].`)] : [row];
  });
}

function findItemSchema({ items, anyOf = [] }: JsonSchema): JsonSchema | undefined {
  if (typeof items === 'object' && !Array.isArray(items)) return findObjectSchema(items);
  return anyOf.map(findItemSchema).find((item) => item !== undefined);
}

const createSchemaMap = () => new Map<string, JsonSchema>();

const describeParameters = (rules: z.ZodType): FieldReference[] =>
  describeFields(toJsonSchema(rules, 'input', createSchemaMap()), 'parameter');

function fillPath({ path, params }: Endpoint): string {
  const { properties = {} } = toJsonSchema(params, 'input', createSchemaMap());
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const rule = properties[name];
    if (typeof rule !== 'object') return name.toUpperCase();
    if (rule.enum) return String(rule.enum[0]);
    return rule.type === 'integer' ? '50000' : name.toUpperCase();
  });
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const formatExample = ({ media, example }: NonNullable<Endpoint['body']['spec']>): string =>
  JSON.stringify(example, null, media[0] === ndjson ? undefined : 1);

/** The address and the headers of an example, with TOKEN, CODE and ID where a client has its own. */
function createExampleRequest(endpoint: Endpoint, origin: string) {
  const { spec } = endpoint.body;
  const { credentials } = endpoint.access;
  return {
    url: `${origin}/api${fillPath(endpoint)}`,
    headers: [
      ...(['token', 'token or link', 'token or key'].includes(credentials)
        ? [['Authorization', 'Bearer TOKEN'] as const]
        : []),
      ...(credentials === 'token or manage key' ? [['X-Manage-Key', 'CODE'] as const] : []),
      ...(spec ? [['Content-Type', spec.media[0] ?? ''] as const] : []),
    ],
  };
}

function formatCurl(endpoint: Endpoint, origin: string): string {
  const { url, headers } = createExampleRequest(endpoint, origin);
  const { spec } = endpoint.body;
  return [
    `curl -s${endpoint.method === 'GET' ? '' : ` -X ${endpoint.method}`} ${quote(url)}`,
    ...headers.map(([name, value]) => `-H '${name}: ${value}'`),
    ...(spec ? [`-d ${quote(formatExample(spec))}`] : []),
  ].join(' \\\n  ');
}

function formatJavaScript(endpoint: Endpoint, origin: string): string {
  const { url, headers } = createExampleRequest(endpoint, origin);
  const { spec } = endpoint.body;
  const options = [
    ...(endpoint.method === 'GET' ? [] : [`  method: '${endpoint.method}',\n`]),
    ...(headers.length > 0 ? [`  headers: ${JSON.stringify(Object.fromEntries(headers))},\n`] : []),
    ...(spec ? [`  body: JSON.stringify(${JSON.stringify(spec.example, null, 2).replaceAll('\n', '\n  ')}),\n`] : []),
  ];
  const sent = options.length > 0 ? `, {\n${options.join('')}}` : '';
  return `const response = await fetch('${url}'${sent});\nconsole.log(await response.text());`;
}

const pythonWords: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
/** Texts are kept as they are: a string of JSON is one of Python too. */
const toPython = (json: string): string =>
  json.replaceAll(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (part) => pythonWords[part] ?? part);

function formatPython(endpoint: Endpoint, origin: string): string {
  const { url, headers } = createExampleRequest(endpoint, origin);
  const { spec } = endpoint.body;
  const words = [
    JSON.stringify(url),
    ...(spec ? ['data=json.dumps(body).encode()'] : []),
    ...(headers.length > 0 ? [`headers=${JSON.stringify(Object.fromEntries(headers))}`] : []),
    ...(endpoint.method === 'GET' ? [] : [`method="${endpoint.method}"`]),
  ];
  return [
    ...(spec ? ['import json'] : []),
    'from urllib.request import Request, urlopen\n',
    ...(spec ? [`body = ${toPython(JSON.stringify(spec.example, null, 4))}`] : []),
    `request = Request(${words.join(', ')})`,
    'with urlopen(request) as response:',
    '    print(response.read().decode())',
  ].join('\n');
}

const accessTexts = {
  anyone: 'Anyone',
  user: 'Signed-in users, with a bearer token',
  owner: 'The owner, or an operator',
  participant: 'The participants of the conversation, with a bearer token, a manage key or a messages key',
  operator: 'Operators, with a bearer token',
} as const;
const ownerCredentials = {
  none: '',
  token: ', with a bearer token',
  'token or link': '',
  'token or manage key': ', with a bearer token or a manage key',
  'token or key': '',
} as const;

/** Of a description that stands in several examples of a page, the beginning is enough. */
const shortenText = (_name: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > 30 && !value.startsWith('http') ? `${value.slice(0, 20)}…` : value;

function describeEndpoint(endpoint: Endpoint, origin: string, now: Date): EndpointReference {
  const { spec } = endpoint.body;
  return {
    id: endpoint.operationId,
    method: endpoint.method,
    path: `/api${endpoint.path}`,
    summary: endpoint.summary,
    description: endpoint.description ?? null,
    access:
      accessTexts[endpoint.access.name] +
      (endpoint.access.name === 'owner' ? ownerCredentials[endpoint.access.credentials] : ''),
    isForOperators: endpoint.access.name === 'operator',
    parameters: [
      // The path shows an id; only other rules are worth a row.
      ...describeParameters(endpoint.params).filter(
        ({ name, rule }) => name !== 'id' || !rule.startsWith(`text${requiredMark}`),
      ),
      ...describeParameters(endpoint.query),
    ],
    fields: spec
      ? describeFields(mergeAlternatives(toJsonSchema(spec.schema(now), 'input', createSchemaMap())), 'body')
      : [],
    fieldsAs: null,
    curl: formatCurl(endpoint, origin),
  };
}

/** Describes the fields of an update by those of a new item on the same page, where it takes all of them. */
function shortenUpdate(endpoint: EndpointReference, endpoints: readonly EndpointReference[]): EndpointReference {
  const names = new Set(endpoint.fields.map(({ name }) => name));
  const created =
    endpoint.method === 'PUT' &&
    endpoints.find(
      ({ method, fields }) => method === 'POST' && fields.length > 1 && fields.every(({ name }) => names.has(name)),
    );
  if (!created) return endpoint;
  const { id, method, path } = created;
  const described = new Set(created.fields.map(({ name, rule }) => `${name} ${rule.replace(requiredMark, '')}`));
  const fields = endpoint.fields.filter(({ name, rule }) => !described.has(`${name} ${rule}`));
  return { ...endpoint, fields, fieldsAs: { id, method, path } };
}

/** Those of operators come last. */
export function describeEndpoints(subject: EndpointSubject, origin: string, now: Date): EndpointReference[] {
  const described = apiEndpoints
    .filter((endpoint) => endpoint.subject === subject)
    .map((endpoint) => describeEndpoint(endpoint, origin, now));
  return described
    .map((endpoint) => shortenUpdate(endpoint, described))
    .sort((first, second) => Number(first.isForOperators) - Number(second.isForOperators));
}

type TryField = { name: string; choices: readonly string[]; help: string; isRequired: boolean };

const getChoices = ({ type, enum: values }: JsonSchema): string[] =>
  type === 'boolean' ? ['true', 'false'] : (values ?? []).map(String);

/** The fields of a form that sends a read: those of its path, which are required, and its parameters. */
const createTryFields = ({ params, query }: Endpoint): TryField[] => {
  const fields = [params, query].flatMap((rules) =>
    Object.entries(toJsonSchema(rules, 'input', createSchemaMap()).properties ?? {}).flatMap(([name, rule]) => {
      if (typeof rule !== 'object') return [];
      const choices = getChoices(rule);
      const description = rule.description ?? findDescription('parameter', name);
      const isText = rule.type === 'string' && description !== undefined;
      // A choice shows what it can be itself.
      const help =
        choices.length > 0 ? '' : isText ? String(description) : describeRule({ ...rule, description }, false);
      return [{ name, choices, help, isRequired: rules === params }];
    }),
  );
  // With more, the page would not fit into the first flight; it links to the list of its parameters.
  return fields.length <= mostWithHelp ? fields : fields.map((field) => ({ ...field, help: '' }));
};
const mostWithHelp = 12;

/** Follows a reference to a schema with a name. @returns its name too, by which a field can have another meaning */
function resolveSchema(
  rule: JsonSchema,
  schemas: ReadonlyMap<string, JsonSchema>,
): { schema: JsonSchema; owner: string } {
  const owner = rule.$ref?.replace('#/$defs/', '') ?? '';
  const schema = schemas.get(owner);
  return schema ? { schema, owner } : { schema: rule, owner: '' };
}

/**
 * The fields of a response, those within others with dots, and of the items of a list with brackets; of a schema with a
 * name, where it stands first.
 */
function describeOutput(
  rule: JsonSchema,
  schemas: ReadonlyMap<string, JsonSchema>,
  within: readonly string[] = [],
  described = new Map<string, string>(),
): FieldReference[] {
  const { schema, owner } = resolveSchema(rule, schemas);
  const place = owner || (within.at(-1) ?? 'data').replace('[]', '');
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]): FieldReference[] => {
    // The older name of `id`.
    if (typeof property !== 'object' || name === '_id') return [];
    const description = property.description ?? findDescription(place, name, property);
    const alternatives = (property.anyOf ?? [property]).map((each) => resolveSchema(each, schemas).schema);
    const kinds = alternatives.length === 1 ? { ...alternatives[0] } : { anyOf: alternatives };
    const row = { name: [...within, name].join('.'), rule: describeRule({ ...kinds, description }, false) };
    const rows = [row];
    for (const each of property.anyOf ?? [property]) {
      const items = resolveSchema(each, schemas).schema.items;
      const isList = typeof items === 'object' && !Array.isArray(items);
      const inner = isList ? items : each;
      const path = [...within, isList ? `${name}[]` : name];
      const { owner: kind } = resolveSchema(inner, schemas);
      const first = described.get(kind);
      if (first !== undefined) row.rule = `${row.rule.replace(/\.?$/, '.')} Its fields are those of \`${first}\`.`;
      else if (within.length < deepestOutput) {
        if (kind !== '') described.set(kind, path.join('.'));
        rows.push(...describeOutput(inner, schemas, path, described));
      }
    }
    return rows;
  });
}
const deepestOutput = 4;

/** Statuses with the same codes everywhere. */
const ofEveryEndpoint: ReadonlySet<number> = new Set([400, 401, 429, 500, 503]);

const longestExample = 3_000;

/** One endpoint with all that its own page shows. @returns null for an unknown one */
export function describeEndpointInFull(subject: EndpointSubject, id: string, origin: string, now: Date) {
  const endpoint = apiEndpoints.find((each) => each.subject === subject && each.operationId === id);
  if (!endpoint) return null;
  const { status, data } = endpoint.response;
  const schemas = createSchemaMap();
  const output = toJsonSchema(data, 'output', schemas);
  const example = JSON.stringify(createExampleResponse(endpoint), shortenText, 1);
  return {
    ...describeEndpoint(endpoint, origin, now),
    examples: [
      { language: 'JavaScript', code: formatJavaScript(endpoint, origin) },
      { language: 'Python', code: formatPython(endpoint, origin) },
    ],
    tryFields: endpoint.method === 'GET' ? createTryFields(endpoint) : [],
    output: describeOutput(output, schemas),
    // A longer one would not fit into the first flight, beside the table of its fields.
    response: { status, json: example.length > longestExample ? null : example },
    rejections: describeRejections(endpoint).flatMap(({ status, own, implied }) =>
      own.length === 0 && ofEveryEndpoint.has(status)
        ? []
        : { status, own: own.map((code) => ({ code, text: toReadableText(errorTexts[code]) })), implied },
    ),
    rejectionsOfAll: [...ofEveryEndpoint],
  };
}

/** Fills the path of a read with values that a form sent. @returns null if one is missing */
export function fillEndpointPath(path: string, search: URLSearchParams): string | null {
  const query = new URLSearchParams([...search].filter(([, value]) => value !== ''));
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (!names.every((name) => query.has(name))) return null;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(query.get(name) ?? ''));
  for (const name of names) query.delete(name);
  return query.size === 0 ? filled : `${filled}?${query}`;
}

export type FoundEndpoint = Pick<EndpointReference, 'id' | 'method' | 'path' | 'summary'> & { subject: string };

let searchTexts: readonly (readonly [FoundEndpoint, string])[] | undefined;

/** Endpoints with all words of a search in their path, texts or names of fields. */
export function searchEndpoints(text: string, now: Date): FoundEndpoint[] {
  searchTexts ??= apiEndpoints.map((endpoint) => {
    const { id, method, path, summary, description, parameters, fields } = describeEndpoint(endpoint, '', now);
    const { subject } = endpoint;
    const names = [...parameters, ...fields].map(({ name }) => name);
    const all = [id, method, path, summary, description ?? '', subject, subjects[subject], ...names];
    return [{ id, method, path, summary, subject }, all.join(' ').toLowerCase()];
  });
  const words = text.toLowerCase().split(/\s+/);
  return searchTexts.filter(([, each]) => words.every((word) => each.includes(word))).map(([endpoint]) => endpoint);
}
