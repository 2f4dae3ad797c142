import fc from 'fast-check';
import { sha256 } from '~/domain/secrets.server';
import { accountCalls } from '~/doors/contract/account-calls.server';
import { apiCalls } from '~/doors/contract/api-calls.server';
import type { AnyContract } from '~/doors/contract/contract.server';
import { type JsonSchema, toJsonSchema } from '~/doors/contract/json-schema.server';
import { sessions } from '~db/schema';
import { callApi, dataOf } from './api-client';
import { faultsOf } from './api-document';
import { type GeneratedCall, generatedCalls } from './generated-calls';
import { type Answer, openSite, type SiteInProcess } from './site-in-process';
import { storeUser } from './stored-listing';

type Headers = Record<string, string>;

/** Something that a call can name, and the key that opens it where a visitor made it. */
type Thing = { id: string; manageKey?: string };

/** Who asks. The maker made all that is asked about, or holds the key of it. */
const senders = ['visitor', 'maker', 'stranger', 'operator', 'reader', 'dead'] as const;
type Sender = (typeof senders)[number];

/** What cannot be sent twice as the example has it: one account for each address, one review for each vehicle. */
const anew: Record<string, (api: ApiWithEverything) => Promise<Record<string, unknown>>> = {
  signUp: async (api) => ({ email: `rider-${api.next()}@example.com` }),
  changeProfile: async () => ({ version: undefined }),
  writeReview: async (api) => ({ vehicleId: (await api.make('/bikes', 'visitor')).id }),
};

const rulesIn = (call: AnyContract): [string, JsonSchema][] =>
  Object.entries(toJsonSchema(call.params, 'input', new Map()).properties ?? {}).flatMap(([name, rule]) =>
    typeof rule === 'object' ? [[name, rule]] : [],
  );

/** Which kind of thing a path names by `{id}`: the path it is made at; null where it names none. */
function kindIn(path: string): string | null {
  const [before, after] = path.split('/{id}');
  if (after === undefined || before === undefined) return null;
  return before === '/reviews/vehicle' ? '/bikes' : before;
}

/** Names a path right: the thing, and for other names what the rule of each lets through. */
function right(call: AnyContract, thing: Thing | null): Record<string, string> {
  const of = (name: string, rule: JsonSchema): string => {
    if (name === 'id') return thing?.id ?? '';
    if (rule.enum) return String(rule.enum[0]);
    if (rule.type === 'integer') return name.startsWith('max') ? '900000' : '0';
    return 'Honda';
  };
  return Object.fromEntries(rulesIn(call).map(([name, rule]) => [name, of(name, rule)]));
}

/** The API on a site of its own, with those who ask it, and something new to ask about whenever it is needed. */
export class ApiWithEverything {
  #things = 0;
  /** Reads change nothing: they all ask about the same. */
  readonly #standing = new Map<string, Thing>();

  private constructor(readonly site: SiteInProcess) {}

  /** @param variables settings over a test's own */
  static async open(variables?: Record<string, string>): Promise<ApiWithEverything> {
    const site = await openSite(variables);
    for (const name of ['maker', 'stranger', 'operator'] as const)
      storeUser(site.runtime.db, name, name === 'operator' ? 'operator' : 'user');
    // Whoever the example of signing in is.
    await callApi(site, 'POST', '/api/auth/signup', { body: accountCalls.signUp.body.facts?.example });
    return new ApiWithEverything(site);
  }

  close = (): Promise<void> => this.site.close();

  next(): number {
    this.#things += 1;
    return this.#things;
  }

  /** The headers that say who asks; with a token made anew each time, because some calls end it. */
  headersOf(sender: Sender, thing: Thing | null = null): Headers {
    if (sender === 'visitor') return {};
    if (sender === 'dead') return { Authorization: 'Bearer of-nobody' };
    if (sender === 'maker' && thing?.manageKey) return { 'X-Manage-Key': thing.manageKey };
    const token = `token-${this.next()}`;
    const moment = '2026-06-01T00:00:00.000Z';
    this.site.runtime.db
      .insert(sessions)
      .values({
        id: token,
        tokenHash: sha256(token),
        userId: sender === 'reader' ? 'user-maker' : `user-${sender}`,
        kind: sender === 'reader' ? 'personal' : 'api',
        scope: sender === 'reader' ? 'read' : 'write',
        createdAt: moment,
        // An operator's session ends when it rests.
        lastSeenAt: this.site.runtime.clock().toISOString(),
        expiresAt: '2099-01-01T00:00:00.000Z',
      })
      .run();
    return { Authorization: `Bearer ${token}` };
  }

  /**
   * Makes a thing by the example of the document.
   *
   * @param path where it is made
   * @param by absent: the maker, and for every other of those that a visitor can make, a visitor
   * @throws when the example is refused
   */
  async make(path: string, by?: Sender): Promise<Thing> {
    const call = apiCalls.find((one) => one.method === 'POST' && one.path === path);
    if (!call) throw new Error(`Nothing is made at ${path}`);
    const isVisitors = call.who.name === 'anyone' && this.next() % 2 === 0;
    const answer = await callApi(this.site, 'POST', `/api${path}`, {
      body: await this.#bodyOf(call),
      headers: this.headersOf(by ?? (isVisitors ? 'visitor' : 'maker')),
    });
    if (answer.status !== 201) throw new Error(`The example of ${call.operationId} is refused: ${answer.body}`);
    return dataOf<Thing>(answer);
  }

  async #bodyOf({ operationId, body: { facts } }: AnyContract): Promise<object> {
    return { ...Object(facts?.example), ...(await anew[operationId]?.(this)) };
  }

  /** What a call is to be about: new for what changes it. */
  async thingFor(call: AnyContract): Promise<Thing | null> {
    const kind = kindIn(call.path);
    if (kind === null) return null;
    if (call.method !== 'GET') return this.make(kind);
    const thing = this.#standing.get(kind) ?? (await this.make(kind));
    this.#standing.set(kind, thing);
    return thing;
  }

  /** Who may make a call, about what the maker made. */
  static mayAsk({ who, path }: AnyContract): Sender {
    if (who.name === 'operator') return 'operator';
    if (who.name === 'user' && kindIn(path)) return 'stranger';
    return who.name === 'anyone' ? 'visitor' : 'maker';
  }

  /** A request as the document's example has it, by somebody who may. */
  async example(call: AnyContract, sender = ApiWithEverything.mayAsk(call)): Promise<Required<Asked>> {
    const thing = await this.thingFor(call);
    const body = call.body.facts && (await this.#bodyOf(call));
    return {
      path: `/api${call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => right(call, thing)[name] ?? '')}`,
      headers: { ...this.headersOf(sender, thing), ...(body && { 'Content-Type': 'application/json' }) },
      body: body ? JSON.stringify(body) : '',
    };
  }

  /** Asks, and holds the answer to the document. @throws when it is not as promised, or is a 5xx */
  async ask(call: AnyContract, { path, headers, body }: Asked): Promise<Answer> {
    const answer = await this.site.ask(path, { method: call.method, headers, body });
    const faults = faultsOf(call, answer);
    if (answer.status >= 500) faults.push(answer.body);
    if (faults.length > 0) {
      throw new Error(
        [`${call.method} ${path} was answered ${answer.status}`, ...faults, JSON.stringify({ headers, body })].join(
          '\n',
        ),
      );
    }
    return answer;
  }

  /**
   * Sends generated requests for a call, as everybody in turn, and holds each answer to the document.
   *
   * @param seed makes the same requests again; absent: others each time
   * @returns how often each status was answered
   * @throws at the first answer that is not as promised, with the request made small
   */
  async fuzz(call: AnyContract, requests: number, seed?: number): Promise<Map<number, number>> {
    const answered = new Map<number, number>();
    const may = ApiWithEverything.mayAsk(call);
    const who = fc.oneof({ weight: 8, arbitrary: fc.constant(may) }, fc.constantFrom(...senders));
    const asked = fc.record({ who, generated: generatedCalls(call, this.site.runtime.clock()) });
    await fc.assert(
      fc.asyncProperty(asked, async ({ who: sender, generated }) => {
        const thing = await this.thingFor(call);
        const { status } = await this.ask(call, this.#filledIn(call, generated, thing, sender));
        answered.set(status, (answered.get(status) ?? 0) + 1);
      }),
      { numRuns: requests, seed },
    );
    return answered;
  }

  #filledIn(
    call: AnyContract,
    { names, query, headers, body }: GeneratedCall,
    thing: Thing | null,
    sender: Sender,
  ): Asked {
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? thing?.id ?? '');
    return {
      path: `/api${path}${query && `?${query}`}`,
      headers: { ...headers, ...this.headersOf(sender, thing) },
      body,
    };
  }
}

/** A request as it is sent. */
type Asked = { path: string; headers: Headers; body?: string };
