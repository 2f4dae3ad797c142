import { z } from 'zod';
import { joinWithOr } from '~/domain/shared/text';
import { isRecord } from './respond.server';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

const isOptional = (rule: z.core.$ZodType | undefined): boolean =>
  rule !== undefined && z.globalRegistry.get(rule)?.isOptional === true;

/** Adjusts the JSON Schema of a rule. Rules checked by code have their JSON Schema as `json` in their `meta`. */
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

/**
 * Converts a Zod schema to JSON Schema 2020-12.
 *
 * @param io `input` for requests, before values are normalized; `output` for responses
 * @param named receives the schemas that have an id, which are referenced as `#/$defs/<id>`
 */
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

/** JSON Schema keywords used in the description of a rule. */
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

/** Largest whole number of a query parameter without a maximum of its own; not worth documenting. */
export const maxParameter = 999_999_999_999;

const numbers = new Intl.NumberFormat('en-IN');

function formatRange(least: unknown, most: unknown, of = ''): string {
  const [from, to] = [least, most].map((end) => (typeof end === 'number' ? numbers.format(end) : null));
  if (from && to) return `${from} to ${to}${of}`;
  if (from) return `${from}${of} or more`;
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

/** Describes a rule, with code between backticks: 'whole number, 1 to 100, default 50'. */
export function describeRule(rule: Rule, isRequired: boolean): string {
  const defaultLabel = rule.default === undefined ? '' : `, default ${String(rule.default)}`;
  const message = typeof rule.description === 'string' ? `. ${rule.description}` : '';
  return `${describeKind(rule)}${defaultLabel}${isRequired ? '; required' : ''}${message}`;
}
