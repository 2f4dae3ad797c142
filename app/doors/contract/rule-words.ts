import { eitherOf } from '~/domain/either-of';
import { isRecord } from '~/doors/is-record';

/** The keywords of JSON Schema that the description of a rule uses. */
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

const numbers = new Intl.NumberFormat('en-IN');

function range(least: unknown, most: unknown, of = ''): string {
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

const withRange = (kind: string, said: string): string => (said ? `${kind}, ${said}` : kind);

function kindOf(rule: Rule): string {
  if (Array.isArray(rule.enum)) return eitherOf(rule.enum.map(String));
  if (rule.const !== undefined) return String(rule.const);
  if (Array.isArray(rule.anyOf)) return eitherOf(rule.anyOf.filter(isRecord).map(kindOf));
  if (Array.isArray(rule.type)) return eitherOf(rule.type.map((type) => kindOf({ ...rule, type })));
  switch (rule.type) {
    case 'string':
      return formats.get(rule.format) ?? withRange('text', range(rule.minLength, rule.maxLength, ' characters'));
    case 'integer':
      return withRange('whole number', range(rule.minimum, rule.maximum));
    case 'number':
      return withRange('number', range(rule.minimum, rule.maximum));
    case 'boolean':
      return 'true or false';
    case 'array':
      return withRange(
        `list of ${isRecord(rule.items) ? kindOf(rule.items) : 'values'}`,
        range(undefined, rule.maxItems),
      );
    case 'null':
      return 'null';
    default:
      return 'object';
  }
}

/** Describes a rule: 'whole number, 1 to 100, default 50'. Code is between backticks. */
export function ruleInWords(rule: Rule, isRequired: boolean): string {
  const unlessSaid = rule.default === undefined ? '' : `, default ${String(rule.default)}`;
  const sentence = typeof rule.description === 'string' ? `. ${rule.description}` : '';
  return `${kindOf(rule)}${unlessSaid}${isRequired ? '; required' : ''}${sentence}`;
}
