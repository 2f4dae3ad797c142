import { z } from 'zod';
import { isRecord } from '~/doors/is-record';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

const isOptional = (rule: z.core.$ZodType | undefined): boolean =>
  rule !== undefined && z.globalRegistry.get(rule)?.isOptional === true;

/** What code checks beyond what a rule says of itself stands beside it, as `json` of its `meta`. */
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
  // Every whole number is said to be one that JavaScript can hold, and every format also as a pattern: that is noise.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (typeof jsonSchema.format === 'string') delete jsonSchema.pattern;
}

/**
 * Words rules as JSON Schema 2020-12.
 *
 * @param io `input` for what is sent, before it is tidied up; `output` for what is answered
 * @param named takes the schemas that have an id, which are referred to as `#/$defs/<id>`
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
