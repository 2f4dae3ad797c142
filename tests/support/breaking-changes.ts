import { isRecord } from '~/api/respond.server';

type Json = Record<string, unknown>;
/** Clients send less than the schema allows, and have to understand all that it returns. */
type Direction = 'sent' | 'returned';

const get = (value: unknown, ...names: string[]): unknown =>
  names.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);
const entries = (value: unknown): [string, unknown][] => (isRecord(value) ? Object.entries(value) : []);
const missing = (wanted: readonly unknown[], from: readonly unknown[]): unknown[] =>
  wanted.filter((value) => !from.includes(value));

const lowerBounds = ['minimum', 'minLength', 'minItems', 'exclusiveMinimum'];
const upperBounds = ['maximum', 'maxLength', 'maxItems', 'exclusiveMaximum'];

/** The values that a schema names; null if it allows all of its type. */
const findValues = (schema: unknown): unknown[] | null =>
  isRecord(schema) && 'const' in schema
    ? [schema.const]
    : isRecord(schema) && 'enum' in schema
      ? list(schema.enum)
      : null;

const isTighter = (before: unknown, after: unknown, isLower: boolean): boolean =>
  typeof after === 'number' && (typeof before !== 'number' || (isLower ? after > before : after < before));

class Comparison {
  readonly #compared = new Set<string>();

  constructor(
    readonly before: unknown,
    readonly after: unknown,
  ) {}

  #resolve(document: unknown, value: unknown): unknown {
    const reference = get(value, '$ref');
    return typeof reference === 'string' ? get(document, ...reference.split('/').slice(1)) : value;
  }

  #alternatives(document: unknown, schema: unknown): unknown[] {
    const resolved = this.#resolve(document, schema);
    const inner = list(get(resolved, 'anyOf') ?? get(resolved, 'oneOf'));
    return inner.length > 0 ? inner.flatMap((alternative) => this.#alternatives(document, alternative)) : [resolved];
  }

  *operations(): Generator<string> {
    for (const [path, methods] of entries(get(this.before, 'paths')))
      for (const [method, operation] of entries(methods)) {
        const where = `${method.toUpperCase()} ${path}`;
        const later = get(this.after, 'paths', path, method);
        if (later === undefined) yield `${where} is gone`;
        else yield* this.#operation(where, operation, later);
      }
  }

  *#operation(where: string, before: unknown, after: unknown): Generator<string> {
    yield* this.#parameters(where, before, after);
    const required = get(after, 'requestBody', 'required') === true;
    if (required && get(before, 'requestBody') === undefined) yield `${where} requires a body`;
    yield* this.#media(`${where} body`, get(before, 'requestBody'), get(after, 'requestBody'), 'sent');
    for (const [status, response] of entries(get(before, 'responses'))) {
      if (!status.startsWith('2')) continue;
      const later = this.#resolve(this.after, get(after, 'responses', status));
      if (later === undefined) yield `${where} no longer returns ${status}`;
      else yield* this.#response(`${where} ${status}`, this.#resolve(this.before, response), later);
    }
    for (const accepted of list(get(before, 'security'))) {
      const isEnough = list(get(after, 'security')).some(
        (credentials) => missing(Object.keys(Object(credentials)), Object.keys(Object(accepted))).length === 0,
      );
      if (!isEnough) yield `${where} no longer accepts ${Object.keys(Object(accepted)).join() || 'no credentials'}`;
    }
  }

  *#parameters(where: string, before: unknown, after: unknown): Generator<string> {
    const read = (document: unknown, operation: unknown) =>
      new Map(
        list(get(operation, 'parameters')).map((reference) => {
          const parameter = this.#resolve(document, reference);
          return [`${get(parameter, 'in')} parameter ${get(parameter, 'name')}`, parameter];
        }),
      );
    const [earlier, later] = [read(this.before, before), read(this.after, after)];
    for (const [name, parameter] of earlier) {
      if (!later.has(name)) yield `${where}: ${name} is gone`;
      else yield* this.#schema(`${where}: ${name}`, get(parameter, 'schema'), get(later.get(name), 'schema'), 'sent');
    }
    for (const [name, parameter] of later)
      if (get(parameter, 'required') === true && get(earlier.get(name), 'required') !== true)
        yield `${where}: ${name} is required`;
  }

  *#response(where: string, before: unknown, after: unknown): Generator<string> {
    for (const name of missing(Object.keys(Object(get(before, 'headers'))), Object.keys(Object(get(after, 'headers')))))
      yield `${where} no longer has ${name}`;
    yield* this.#media(where, before, after, 'returned');
  }

  *#media(where: string, before: unknown, after: unknown, direction: Direction): Generator<string> {
    for (const [type, content] of entries(get(before, 'content'))) {
      const later = get(after, 'content', type);
      if (later === undefined) yield `${where}: ${type} is gone`;
      else yield* this.#schema(where, get(content, 'schema'), get(later, 'schema'), direction);
    }
  }

  *#schema(where: string, before: unknown, after: unknown, direction: Direction): Generator<string> {
    const references = [get(before, '$ref'), get(after, '$ref')];
    if (references.every((reference) => typeof reference === 'string')) {
      const name = [...references, direction].join(' ');
      if (this.#compared.has(name)) return;
      this.#compared.add(name);
    }
    const earlier = this.#alternatives(this.before, before);
    const later = this.#alternatives(this.after, after);
    const [wanted, offered] = direction === 'sent' ? [earlier, later] : [later, earlier];
    if (wanted.length === 1 && offered.length === 1) {
      yield* this.#plain(where, Object(earlier[0]), Object(later[0]), direction);
      return;
    }
    for (const alternative of wanted) {
      const problems = offered.map((candidate) => {
        const [first, second] = direction === 'sent' ? [alternative, candidate] : [candidate, alternative];
        return [...new Comparison(this.before, this.after).#plain(where, Object(first), Object(second), direction)];
      });
      if (problems.some(({ length }) => length === 0)) continue;
      yield problems.sort((a, b) => a.length - b.length)[0]?.[0] ?? `${where} has other alternatives`;
    }
  }

  *#plain(where: string, before: Json, after: Json, direction: Direction): Generator<string> {
    const [types, typesNow] = [list(before.type), list(after.type)];
    const changed = direction === 'sent' ? missing(types, typesNow) : missing(typesNow, types);
    if (types.length > 0 && typesNow.length > 0 && changed.length > 0) yield `${where} was ${types}, is ${typesNow}`;
    const [values, valuesNow] = [findValues(before), findValues(after)];
    if (direction === 'sent' && valuesNow) {
      const refused = values ? missing(values, valuesNow) : ['other values'];
      if (refused.length > 0) yield `${where} no longer accepts ${refused}`;
    }
    if (direction === 'sent') {
      for (const bound of [...lowerBounds, ...upperBounds])
        if (isTighter(before[bound], after[bound], lowerBounds.includes(bound))) yield `${where} has another ${bound}`;
    }
    const [required, requiredNow] = [list(before.required), list(after.required)];
    const obliged = direction === 'sent' ? missing(requiredNow, required) : missing(required, requiredNow);
    for (const name of obliged) yield `${where}.${name} is ${direction === 'sent' ? 'required' : 'no longer certain'}`;
    for (const [name, schema] of entries(before.properties)) {
      const later = get(after.properties, name);
      if (later === undefined) yield `${where}.${name} is gone`;
      else yield* this.#schema(`${where}.${name}`, schema, later, direction);
    }
    for (const inner of ['items', 'additionalProperties'])
      if (isRecord(before[inner]) && isRecord(after[inner]))
        yield* this.#schema(`${where}[]`, before[inner], after[inner], direction);
  }
}

/** What clients of a released document relied on, and the current one no longer promises. */
export const findBreakingChanges = (released: unknown, current: unknown): string[] => [
  ...new Set(new Comparison(released, current).operations()),
];

const unread = new Set([
  ...['description', 'summary', 'example', 'examples', 'title', 'operationId', 'tags', 'servers', 'info'],
  ...['pattern', 'format', 'default'],
]);
const maps = new Set(['properties', 'schemas', 'paths', 'responses', 'headers', 'parameters', 'content']);

/** What is compared: without texts, patterns, and responses of errors. */
export function reduceDocument(value: unknown, map: string | null = null): unknown {
  if (Array.isArray(value)) return value.map((item) => reduceDocument(item));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => (map === null ? !unread.has(name) : map !== 'responses' || name.startsWith('2')))
      .map(([name, inner]) => [name, reduceDocument(inner, map === null && maps.has(name) ? name : null)]),
  );
}
