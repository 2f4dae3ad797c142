import { z } from 'zod';
import { isRecord } from '~/doors/is-record';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

const isOptional = (rule: z.core.$ZodType | undefined): boolean =>
  rule !== undefined && z.globalRegistry.get(rule)?.isOptional === true;

/** Adjusts the JSON Schema of a rule. A rule that is checked by code has its JSON Schema as `json` in its `meta`. */
function wordRule(zodSchema: z.core.$ZodType, jsonSchema: JsonSchema): void {
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
  // Zod adds the bounds of safe integers to every integer, and a pattern to every format: both are noise to readers.
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
    override: ({ zodSchema, jsonSchema }) => wordRule(zodSchema, jsonSchema),
  });
  for (const [name, { id: _id, ...rest }] of Object.entries($defs)) named.set(name, rest);
  return schema;
}
