import fc, { type Arbitrary } from 'fast-check';
import type { z } from 'zod';
import type { Endpoint } from '~/api/define-endpoint.server';
import { type JsonSchema, toJsonSchema } from '~/api/openapi-components.server';

/** Values of every type, in place of the expected one. */
const anything: Arbitrary<unknown> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', ' ', '0', '-1', 'null', '1e309', '💥'.repeat(30), "' OR 1=1 --", '__proto__', '2026-02-30'),
  fc.constantFrom('%00', '\u0000', '../..', 'a/b', 'x'.repeat(5000), '🛵', '\u202e', 'NaN', '१२३'),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 3 }),
  fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
);

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

const texts = {
  email: fc.emailAddress(),
  date: fc.date({ noInvalidDate: true, min: new Date('1990-01-01') }).map((day) => day.toISOString().slice(0, 10)),
} as const satisfies Record<string, Arbitrary<string>>;

function generateText({ format, minLength = 0, maxLength = minLength + 40 }: JsonSchema): Arbitrary<string> {
  if (format === 'email' || format === 'date') return texts[format];
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 200) });
}

/** Values that are valid by a schema of the document, as far as JSON Schema states it. */
function valid(rule: JsonSchema): Arbitrary<unknown> {
  if (rule.enum) return fc.constantFrom(...rule.enum);
  const options = rule.anyOf?.filter(isSchema) ?? [];
  if (options.length > 0) return fc.oneof(...options.map(valid));
  if (Array.isArray(rule.type)) return fc.oneof(...rule.type.map((type) => valid({ ...rule, type })));
  const { minimum = 0, maximum = 1_000_000 } = rule;
  const whole = fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 31 - 1) });
  switch (rule.type) {
    case 'string':
      return typeof rule.example === 'string' ? fc.constant(rule.example) : generateText(rule);
    case 'integer':
      return whole;
    case 'number':
      return fc.oneof(whole, fc.double({ min: minimum, max: maximum, noNaN: true }));
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(isSchema(rule.items) ? valid(rule.items) : anything, { maxLength: 3 });
    case 'null':
      return fc.constant(null);
    default:
      return generateFields(rule, valid).chain((fields) => fc.record(fields, { requiredKeys: rule.required ?? [] }));
  }
}

/** Generators of the fields of an object. */
const generateFields = ({ properties = {} }: JsonSchema, of: (rule: JsonSchema) => Arbitrary<unknown>) =>
  fc.constant(
    Object.fromEntries(
      Object.entries(properties).flatMap(([name, rule]) => (isSchema(rule) ? [[name, of(rule)]] : [])),
    ),
  );

/** Some of the fields of an object, most of them valid. */
function someFields(rule: JsonSchema, most: number, oddOnes: number): Arbitrary<Record<string, unknown>> {
  const names = Object.entries(rule.properties ?? {}).flatMap(([name, field]) =>
    isSchema(field) ? [[name, field] as const] : [],
  );
  return fc
    .subarray(names, { maxLength: Math.min(most, names.length) })
    .chain((chosen) =>
      fc.record(
        Object.fromEntries(
          chosen.map(([name, field]) => [
            name,
            fc.oneof({ weight: 10 - oddOnes, arbitrary: valid(field) }, { weight: oddOnes, arbitrary: anything }),
          ]),
        ),
      ),
    );
}

/** A request to an endpoint, before it gets a role. */
export type GeneratedRequest = {
  /** A value for each name in the path; null for the id of an existing item. */
  names: Record<string, string | null>;
  query: string;
  headers: Record<string, string>;
  body: string | undefined;
};

const getRules = (rules: z.ZodType): JsonSchema => toJsonSchema(rules, 'input', new Map());
const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined'));

const encoded = (value: unknown): string => encodeURIComponent(asText(value));

/** An empty or dotted segment would name another path, and so would control characters, which the server removes. */
const segment = (value: unknown): string =>
  encoded(value).replace(/^(?:\.|%[01][0-9A-F]|%7F|%C2%[89][0-9A-F])*$/, '%20');

const boundary = 'x';
const asForm = (fields: unknown): string =>
  Object.entries(Object(fields))
    .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${asText(value)}`)
    .concat(`--${boundary}--\r\n`)
    .join('\r\n');

/** Bodies: valid ones, the example with some fields changed, and values other than objects. */
function bodies(fields: JsonSchema, example: unknown): Arbitrary<unknown> {
  const changed = someFields(fields, 4, 3).map((some) => ({ ...Object(example), ...some }));
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(example) },
    { weight: 3, arbitrary: someFields(fields, 3, 0).map((some) => ({ ...Object(example), ...some })) },
    { weight: 2, arbitrary: valid(fields) },
    { weight: 6, arbitrary: changed },
    { weight: 1, arbitrary: anything },
  );
}

type Sent = { headers: Record<string, string>; body: string | undefined };
const json = 'application/json';

function sentBodies({ spec }: Endpoint['body'], now: Date): Arbitrary<Sent> {
  if (!spec) return fc.constant({ headers: {}, body: undefined });
  const type = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(spec.media[0] ?? json, `${json}; charset=utf-8`) },
    { weight: 4, arbitrary: fc.constant(`multipart/form-data; boundary=${boundary}`) },
    fc.constantFrom(
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      `${json}; charset=latin1`,
    ),
  );
  const content = bodies(getRules(spec.schema(now)), spec.example);
  const broken = fc.oneof({ weight: 15, arbitrary: fc.constant(null) }, fc.string(), fc.constant('{"a":1'));
  return fc.record({ type, content, broken }).map(({ type: media, content: fields, broken: instead }) => ({
    headers: { 'Content-Type': media },
    body: instead ?? (media.includes('boundary') ? asForm(fields) : (JSON.stringify(fields) ?? '')),
  }));
}

/** Headers that change the response. */
function headersFor(endpoint: Endpoint): Arbitrary<Record<string, string>> {
  const rarely = (...values: string[]): Arbitrary<string | null> =>
    fc.oneof({ weight: 12, arbitrary: fc.constant(null) }, fc.constantFrom(...values));
  const isRead = endpoint.method === 'GET';
  return fc
    .record({
      'Idempotency-Key': isRead ? fc.constant(null) : rarely('one', '', 'é', 'k'.repeat(256)),
      'If-Match': isRead ? fc.constant(null) : rarely('*', '"1-of-another"', 'W/"2-x"', 'garbage'),
      'If-None-Match': isRead ? rarely('*', 'W/"x"', 'garbage') : fc.constant(null),
      'Content-Encoding': isRead ? fc.constant(null) : rarely('gzip'),
      Accept: rarely(json, 'application/x-ndjson', 'text/csv', 'text/html', '*/*;q=0', 'text/csv;q=0.1, */*'),
      'Sec-Fetch-Site': rarely('cross-site'),
    })
    .map((headers) =>
      Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))),
    );
}

/**
 * Requests to one endpoint: some as documented, some with an unexpected parameter, field or header.
 *
 * @param now for rules that depend on the date
 */
export function generatedRequests(endpoint: Endpoint, now: Date): Arbitrary<GeneratedRequest> {
  const names = Object.entries(getRules(endpoint.params).properties ?? {}).map(([name, rule]) => {
    const right = name === 'id' ? fc.constant(null) : valid(isSchema(rule) ? rule : {});
    return [name, fc.oneof({ weight: 9, arbitrary: right }, anything.map(asText))] as const;
  });
  const query = someFields(getRules(endpoint.query), 3, 1).chain((chosen) =>
    fc
      .option(fc.constantFrom('', ...Object.keys(chosen)), { freq: 12 })
      .map((twice) =>
        [...Object.entries(chosen), ...(twice ? [[twice, chosen[twice]] as const] : [])]
          .flatMap(([name, value]) => [value].flat().map((one) => `${encoded(name)}=${encoded(one)}`))
          .join('&'),
      ),
  );
  return fc
    .record({
      names: fc.record(Object.fromEntries(names)),
      query,
      sent: sentBodies(endpoint.body, now),
      headers: headersFor(endpoint),
    })
    .map(({ names: parts, query: search, sent, headers }) => ({
      names: Object.fromEntries(
        Object.entries(parts).map(([name, value]) => [name, value === null ? null : segment(value)]),
      ),
      query: search,
      headers: { ...headers, ...sent.headers },
      body: sent.body,
    }));
}
