import { apiCalls } from './api-calls.server';
import type { AnyContract } from './contract.server';
import { type JsonSchema, toJsonSchema } from './json-schema.server';
import { exampleAnswer } from './openapi.server';
import { ruleInWords } from './rule-words';
import { refusalsOf } from './statuses.server';
import type { CallSubject } from './subjects';

/** A body field or a parameter: its name in the request, and its rule in words. */
type ExplainedField = { name: string; rule: string };

/** One endpoint as the API pages show it. */
export type ExplainedCall = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string | null;
  who: string;
  /** Path and query parameters. */
  parameters: ExplainedField[];
  fields: ExplainedField[];
  /** Example request as a shell command. */
  curl: string;
  answer: { status: number; json: string };
  /** Error statuses; the overview explains each of them. */
  refusals: readonly number[];
};

/** The object schema of a rule, or of one of its alternatives. */
const objectIn = (rule: JsonSchema): JsonSchema | undefined =>
  [rule, ...(rule.anyOf ?? [])].find(({ properties }) => properties !== undefined);

/** The fields of an object; nested fields get dotted names. */
function fieldsOf({ properties = {}, required = [] }: JsonSchema, prefix = ''): ExplainedField[] {
  return Object.entries(properties).flatMap(([name, rule]): ExplainedField[] => {
    if (typeof rule !== 'object') return [];
    const inner = objectIn(rule);
    if (inner) return fieldsOf(inner, `${prefix}${name}.`);
    return [{ name: prefix + name, rule: ruleInWords(rule, required.includes(name)) }];
  });
}

const named = () => new Map<string, JsonSchema>();

/** Fills each path parameter: with its first enum value, 50000 for an integer, or its name in capitals. */
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

/** Example request with curl; the reader replaces TOKEN or CODE. */
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
  user: 'Signed-in users, with a bearer token',
  owner: 'The owner, or an operator',
  operator: 'Operators, with a bearer token',
} as const;
const ownerMay = {
  nothing: '',
  'a token': ', with a bearer token',
  'a token or a manage key': ', with a bearer token or a manage key',
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

/** The endpoints of one tag for its page. @param now for rules that depend on the current day */
export const explainedCalls = (subject: CallSubject, origin: string, now: Date): ExplainedCall[] =>
  apiCalls.filter((call) => call.subject === subject).map((call) => explained(call, origin, now));
