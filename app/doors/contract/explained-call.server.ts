import { apiCalls } from './api-calls.server';
import type { AnyContract } from './contract.server';
import { type JsonSchema, toJsonSchema } from './json-schema.server';
import { exampleAnswer } from './openapi.server';
import { ruleInWords } from './rule-words';
import { refusalsOf } from './statuses.server';
import type { CallSubject } from './subjects';

/** A field or a parameter, by the name it is sent under, and its rule. */
type ExplainedField = { name: string; rule: string };

/** One call as people read it. */
export type ExplainedCall = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string | null;
  who: string;
  /** What the path and the query may hold. */
  parameters: ExplainedField[];
  fields: ExplainedField[];
  /** A line for a shell. */
  curl: string;
  answer: { status: number; json: string };
  /** Statuses it may be refused with; when, the overview says of each. */
  refusals: readonly number[];
};

/** The object that a rule is, or may be besides null. */
const objectIn = (rule: JsonSchema): JsonSchema | undefined =>
  [rule, ...(rule.anyOf ?? [])].find(({ properties }) => properties !== undefined);

/** The fields of an object, those of objects inside by their dotted names. */
function fieldsOf({ properties = {}, required = [] }: JsonSchema, prefix = ''): ExplainedField[] {
  return Object.entries(properties).flatMap(([name, rule]): ExplainedField[] => {
    if (typeof rule !== 'object') return [];
    const inner = objectIn(rule);
    if (inner) return fieldsOf(inner, `${prefix}${name}.`);
    return [{ name: prefix + name, rule: ruleInWords(rule, required.includes(name)) }];
  });
}

const named = () => new Map<string, JsonSchema>();

/** A path with something for each of its names: an option where there are some, else the name, to be filled in. */
function filledPath({ path, params }: AnyContract): string {
  const { properties = {} } = toJsonSchema(params, 'input', named());
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const rule = properties[name];
    if (typeof rule !== 'object') return name.toUpperCase();
    if (rule.enum) return String(rule.enum[0]);
    return rule.type === 'integer' ? '50000' : name.toUpperCase();
  });
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** What asks for a call in a shell; the reader puts a token or a code in its place. */
function curlOf(call: AnyContract, origin: string): string {
  const { facts } = call.body;
  const address = `${origin}/api${filledPath(call)}`;
  return [
    `curl -s${call.method === 'GET' ? '' : ` -X ${call.method}`} ${quoted(address)}`,
    ...(call.who.brings === 'a token' ? [`-H 'Authorization: Bearer TOKEN'`] : []),
    ...(call.who.brings === 'a token or a manage key' ? [`-H 'X-Manage-Key: CODE'`] : []),
    ...(facts ? [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(facts.example, null, 2))}`] : []),
  ].join(' \\\n  ');
}

const whoMay = {
  anyone: 'Anyone',
  user: 'Users, with a token',
  owner: 'Its owner',
  operator: 'Operators, with a token',
} as const;
const ownerMay = {
  nothing: '',
  'a token': ', with a token',
  'a token or a manage key': ', with a token or a manage key',
} as const;

function explained(call: AnyContract, origin: string, now: Date): ExplainedCall {
  const { facts } = call.body;
  return {
    id: call.operationId,
    method: call.method,
    path: `/api${call.path}`,
    summary: call.summary,
    description: call.description ?? null,
    who: whoMay[call.who.name] + (call.who.name === 'owner' ? ownerMay[call.who.brings] : ''),
    parameters: [call.params, call.query].flatMap((rules) => fieldsOf(toJsonSchema(rules, 'input', named()))),
    fields: facts ? fieldsOf(toJsonSchema(facts.fields(now), 'input', named())) : [],
    curl: curlOf(call, origin),
    answer: { status: call.answer.status, json: JSON.stringify(exampleAnswer(call), null, 2) },
    refusals: refusalsOf(call),
  };
}

/** The calls of one subject as people read them. @param now for rules that depend on the day */
export const explainedCalls = (subject: CallSubject, origin: string, now: Date): ExplainedCall[] =>
  apiCalls.filter((call) => call.subject === subject).map((call) => explained(call, origin, now));
