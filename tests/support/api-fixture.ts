import fc from 'fast-check';
import type { Endpoint } from '~/api/define-endpoint.server';
import { apiEndpoints } from '~/api/endpoints.server';
import { type JsonSchema, toJsonSchema } from '~/api/openapi-components.server';
import { findAccountByEmail } from '~/domain/accounts/operators.server';
import { createRecoveryCode } from '~/domain/accounts/recovery-codes.server';
import { enableMail } from '~/domain/outbox/outbox.server';
import { addDays, toDay } from '~/domain/shared/dates';
import { sha256 } from '~/domain/shared/secrets.server';
import { authenticators, sessions } from '~db/schema/accounts';
import { callApi, getData } from './api-client';
import { errorsIn } from './api-document';
import { type GeneratedRequest, generatedRequests } from './generated-requests';
import { openSite, type SiteInProcess, type TestResponse } from './site-in-process';
import { storeUser } from './stored-listing';

type Headers = Record<string, string>;

/** An item that an endpoint can name, and its manage key where a visitor made it. */
type Item = { id: string; manageKey?: string; session?: string };

/** The roles of requests. The maker created all items, or has their key. */
const senders = ['visitor', 'maker', 'stranger', 'operator', 'reader', 'dead'] as const;
/** A newcomer is another user in each request, who may leave or get another password. */
type Sender = (typeof senders)[number] | 'newcomer';
const isOfNewcomers = ({ path }: Endpoint): boolean => path === '/account/delete' || path === '/account/password';

/** Fields of the example that have to be unique: one account for each email, one review for each vehicle. */
const uniqueFields: Record<string, (api: ApiFixture) => Promise<Record<string, unknown>>> = {
  signUp: async (api) => ({ email: `rider-${api.next()}@example.com` }),
  changeEmail: async (api) => ({ email: `moved-${api.next()}@example.com` }),
  recoverAccount: async (api) => ({ code: api.recoveryCode() }),
  replaceManageCode: async (api) => ({ listing: (await api.make('/bikes', 'visitor')).id }),
  findSentItem: async (api) => {
    const { id: reference } = await api.make('/contacts');
    return { reference, contact: Object(endpointNamed('sendMessage').body.spec?.example).email };
  },
  changeProfile: async () => ({ version: undefined }),
  changeShopSetting: async () => ({ version: undefined }),
  changeRoadTax: async () => ({ version: undefined }),
  addBranch: async (api) => api.newBranch(),
  inviteMember: async (api) => api.newInvitation(),
  requestAppointment: async (api) => api.newVisit(),
  changeStock: async (api) => api.newStock(),
  changePrices: async (api) => api.newStock(),
  savePrices: async (api) => ({ prices: [api.newPrice()] }),
  undoStock: async (api) => ({ batch: await api.changeForUndo('/desk/stock/samples', 'batch') }),
  moderateMany: async (api) => ({ chosen: [await api.newModerated()] }),
  undoModeration: async (api) => ({ at: await api.changeForUndo('/desk/moderation', 'at') }),
  forgetPerson: async (api) => ({ contact: api.person }),
  addAppointment: async (api) => api.newVisit(),
  moveAppointment: async (api) => api.newVisit(),
  createToken: async (api) => api.newToken(),
  createWebhook: async (api) => api.newWebhook(),
  saveReply: async (api) => api.newSavedReply(),
  changeSavedReply: async (api) => ({ title: `Changed ${api.next()}` }),
  handleRequests: async (api) => ({ chosen: [(await api.make('/feedback')).id] }),
  reportItem: async (api) => ({ about: { kind: 'listing', id: (await api.make('/bikes', 'visitor')).id } }),
  writeReview: async (api) => ({ vehicleId: (await api.make('/bikes', 'visitor')).id }),
};

const rulesIn = (endpoint: Endpoint): [string, JsonSchema][] =>
  Object.entries(toJsonSchema(endpoint.params, 'input', new Map()).properties ?? {}).flatMap(([name, rule]) =>
    typeof rule === 'object' ? [[name, rule]] : [],
  );

/** Where items are created that are read and changed elsewhere. */
const madeAt: Readonly<Record<string, string>> = {
  '/reviews/vehicle': '/bikes',
  '/desk/requests': '/feedback',
  '/desk/moderation/{of}': '/bikes',
};

/** The kind of item that a path names by `{id}`: the path it is created at; null where it names none. */
function kindIn(path: string): string | null {
  const [before, after] = path.split('/{id}');
  if (after === undefined || before === undefined) return null;
  return madeAt[before] ?? before;
}

/** Fills in a path: the item's id, and valid values for other names. */
function createPathValues(endpoint: Endpoint, item: Item | null): Record<string, string> {
  const of = (name: string, rule: JsonSchema): string => {
    if (name === 'id') return item?.id ?? '';
    if (name === 'session') return item?.session ?? '';
    if (rule.enum) return String(rule.enum[0]);
    if (typeof rule.example === 'string') return encodeURIComponent(rule.example);
    if (rule.type === 'integer') return name.startsWith('max') ? '900000' : '0';
    return 'Honda';
  };
  return Object.fromEntries(rulesIn(endpoint).map(([name, rule]) => [name, of(name, rule)]));
}

/** @throws if there is no such endpoint */
export function endpointNamed(operationId: string): Endpoint {
  const endpoint = apiEndpoints.find((one) => one.operationId === operationId);
  if (!endpoint) throw new Error(`No endpoint is named ${operationId}.`);
  return endpoint;
}

/** The API on a separate site, with actors of each role, and fresh items on demand. */
export class ApiFixture {
  #items = 0;
  /** Reads change nothing: they share one item. */
  readonly #status = new Map<string, Item>();

  private constructor(readonly site: SiteInProcess) {}

  /** @param variables settings that override the defaults of tests */
  static async open(variables?: Record<string, string>): Promise<ApiFixture> {
    const site = await openSite(variables);
    enableMail(site.runtime.db);
    for (const name of ['maker', 'stranger', 'operator'] as const)
      storeUser(site.runtime.db, name, name === 'operator' ? 'owner' : 'user');
    // The account in the example of signing in.
    await callApi(site, 'POST', '/api/auth/signup', { body: endpointNamed('signUp').body.spec?.example });
    const api = new ApiFixture(site);
    api.#shareThePassword();
    return api;
  }

  /** Every user has that of the examples. */
  #shareThePassword(): void {
    this.site.runtime.db.$client.exec(
      "UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE email = 'asha@example.com')",
    );
  }

  /** A code of the account in the examples; each sets a password once. */
  recoveryCode(): string {
    const { db, clock } = this.site.runtime;
    return createRecoveryCode(db, findAccountByEmail(db, 'asha@example.com')?.id ?? '', clock());
  }

  /** The vehicles of the example, if they were retired before. */
  newStock(): Record<string, unknown> {
    this.site.runtime.db.$client.exec('UPDATE vehicles SET retired_at = NULL WHERE retired_at IS NOT NULL');
    return {};
  }

  /** Of the vehicle in the example. */
  newPrice(): { id: string; was: number; price: number } {
    const was = this.site.runtime.db.$client
      .prepare<[], number>("SELECT price_rupees FROM vehicles WHERE id = '2'")
      .pluck()
      .get();
    return { id: '2', was: was ?? 0, price: (was ?? 0) + 100 + this.next() };
  }

  async newModerated(): Promise<{ id: string; version: number; reports: number }> {
    return { id: (await this.make('/bikes', 'visitor')).id, version: 1, reports: 0 };
  }

  /** By an operator, with the example. @returns what undoes it */
  async changeForUndo(path: string, name: string): Promise<unknown> {
    const isHidden = this.site.runtime.db.$client
      .prepare<[], number>('SELECT count(*) FROM listings WHERE is_sample AND hidden_at IS NULL')
      .pluck()
      .get();
    const body =
      path === '/desk/moderation'
        ? { of: 'listing', action: 'check', chosen: [await this.newModerated()] }
        : { isHidden: isHidden !== 0 };
    const headers = this.headersOf('operator');
    return getData<Record<string, unknown>>(await callApi(this.site, 'PATCH', `/api${path}`, { body, headers }))[name];
  }

  /** The email address of the last person who was made. */
  person = '';

  /** A message of a person who has written nothing else. */
  async #makePerson(): Promise<Item> {
    this.person = `person-${this.next()}@example.com`;
    const body = { ...(await this.#bodyOf(endpointNamed('sendMessage'))), email: this.person, phone: undefined };
    return getData<Item>(await callApi(this.site, 'POST', '/api/contacts', { body }));
  }

  /** The title of one more saved reply; the desk has room for a few only. */
  newSavedReply(): { title: string } {
    this.site.runtime.db.$client.exec('DELETE FROM saved_replies');
    return { title: `Reply ${this.next()}` };
  }

  /** The name of one more branch; the business may have a few only. */
  newBranch(): { name: string } {
    this.site.runtime.db.$client.exec(
      "DELETE FROM branches WHERE name LIKE 'Branch %' AND NOT EXISTS (SELECT 1 FROM appointments WHERE branch_id = branches.id)",
    );
    return { name: `Branch ${this.next()}` };
  }

  /** The team has room for a few invitations only. */
  newInvitation(): Record<string, unknown> {
    this.site.runtime.db.$client.exec('DELETE FROM team_invites');
    return {};
  }

  /** A member of the team with two-step sign-in, who is signed in. */
  #makeMember(): Item {
    const { db, clock } = this.site.runtime;
    const name = `Member-${this.next()}`;
    const { user } = storeUser(db, name, 'clerk');
    const createdAt = clock().toISOString();
    const session = `session-of-${name}`;
    const day = { createdAt, lastSeenAt: createdAt, expiresAt: '2099-01-01T00:00:00.000Z' };
    db.insert(authenticators)
      .values({ userId: user.id, secret: 'A'.repeat(32), lastStep: 0, createdAt })
      .run();
    db.insert(sessions)
      .values({ id: session, tokenHash: sha256(session), userId: user.id, kind: 'browser', ...day })
      .run();
    return { id: user.id, session };
  }

  /** The address of one more webhook; a user may have a few only. */
  newWebhook(): { url: string } {
    this.site.runtime.db.$client.exec('DELETE FROM webhooks');
    return { url: `https://shop.example/${this.next()}` };
  }

  /** The name of one more access token; a user may have a few only. */
  newToken(): { name: string } {
    this.site.runtime.db.$client.exec("DELETE FROM sessions WHERE kind = 'personal'");
    return { name: `Token ${this.next()}` };
  }

  /** A day on which the example of an appointment finds room, regardless of earlier requests. */
  newVisit(): { day: string } {
    const { db, clock } = this.site.runtime;
    db.$client.exec('UPDATE branch_slots SET test_ride_places = 99');
    return { day: addDays(toDay(clock()), 1 + (this.next() % 12)) };
  }

  close = (): Promise<void> => this.site.close();

  next(): number {
    this.#items += 1;
    return this.#items;
  }

  /** The headers of a role; with a new token each time, because some endpoints revoke it. */
  headersOf(sender: Sender, item: Item | null = null): Headers {
    if (sender === 'visitor') return {};
    if (sender === 'dead') return { Authorization: 'Bearer of-nobody' };
    if (sender === 'maker' && item?.manageKey) return { 'X-Manage-Key': item.manageKey };
    const token = `token-${this.next()}`;
    if (sender === 'newcomer') {
      storeUser(this.site.runtime.db, token);
      this.#shareThePassword();
    }
    const timestamp = this.site.runtime.clock().toISOString();
    this.site.runtime.db
      .insert(sessions)
      .values({
        id: token,
        tokenHash: sha256(token),
        userId: sender === 'newcomer' ? `user-${token}` : sender === 'reader' ? 'user-maker' : `user-${sender}`,
        kind: sender === 'reader' ? 'personal' : 'api',
        scope: sender === 'reader' ? 'read' : 'write',
        // What operators delete needs a recent sign-in.
        createdAt: timestamp,
        // An operator's session ends when it is idle.
        lastSeenAt: timestamp,
        expiresAt: '2099-01-01T00:00:00.000Z',
      })
      .run();
    return { Authorization: `Bearer ${token}` };
  }

  /**
   * Creates an item with the example of the document.
   *
   * @param path where it is created
   * @param by absent: the maker, and a visitor for other items that visitors can create
   * @throws when the example is rejected
   */
  async make(path: string, by?: Sender): Promise<Item> {
    // A favourite is a vehicle, and a part of the shop ships with the site: both are there already.
    if (path === '/favourites') return { id: '6' };
    if (path === '/desk/shop') return { id: 'safety' };
    if (path === '/desk/accounts') return this.#makeMember();
    if (path === '/desk/people') return this.#makePerson();
    if (path === '/desk/stock') return { id: '1' };
    if (path === '/desk/road-tax') return { id: 'MH' };
    if (path === '/desk/brands') return { id: 'honda' };
    // By signing in once more: the id of a session is its token here.
    if (path === '/auth/sessions') return { id: this.headersOf('maker').Authorization?.split(' ')[1] ?? '' };
    if (path.startsWith('/conversations')) return this.#makeConversation(path);
    const endpoint = apiEndpoints.find((one) => one.method === 'POST' && one.path === path);
    if (!endpoint) throw new Error(`Nothing is made at ${path}`);
    const isVisitors = endpoint.access.name === 'anyone' && path !== '/appointments' && this.next() % 2 === 0;
    const response = await callApi(this.site, 'POST', `/api${path}`, {
      body: await this.#bodyOf(endpoint),
      headers: this.headersOf(by ?? (isVisitors ? 'visitor' : ApiFixture.makerOf(endpoint))),
    });
    if (response.status !== 201) throw new Error(`The example of ${endpoint.operationId} is refused: ${response.body}`);
    return getData<Item>(response);
  }

  /** A conversation of the maker with a visitor who sells, whom the maker blocks where a blocked sender is wanted. */
  async #makeConversation(path: string): Promise<Item> {
    const { id: about } = await this.make('/bikes', 'visitor');
    const message = `Does it start in winter, and is it the offer number ${this.next()}?`;
    const body = { ...(await this.#bodyOf(endpointNamed('sendMessage'))), about, message };
    const headers = this.headersOf('maker');
    const made = getData<Item>(await callApi(this.site, 'POST', '/api/contacts', { body, headers }));
    if (path === '/conversations') return { id: made.id };
    await callApi(this.site, 'PUT', `/api/conversations/${made.id}/block`, { headers });
    const list = await callApi(this.site, 'GET', '/api/conversations/blocked-senders?limit=1', { headers });
    const [newest] = getData<{ senders: Item[] }>(list).senders;
    if (!newest) throw new Error('Nobody is blocked.');
    return newest;
  }

  static makerOf = ({ access }: Endpoint): Sender => (access.name === 'operator' ? 'operator' : 'maker');

  async #bodyOf({ operationId, body: { spec } }: Endpoint): Promise<object> {
    return { ...Object(spec?.example), ...(await uniqueFields[operationId]?.(this)) };
  }

  /** The item of a request: a new one for those that change it. */
  async itemFor(endpoint: Endpoint): Promise<Item | null> {
    const kind = kindIn(endpoint.path);
    if (kind === null) return null;
    // A saved reply, a branch, an invitation and a webhook make room for the next.
    if (
      endpoint.method !== 'GET' ||
      ['/desk/saved-replies', '/desk/branches', '/desk/invitations', '/webhooks'].includes(kind)
    ) {
      const item = await this.make(kind);
      // Only what is sold can be offered again.
      if (endpoint.method === 'DELETE' && endpoint.path.endsWith('/sold')) {
        await callApi(this.site, 'PATCH', `/api${kind}/${item.id}/sold`, { headers: this.headersOf('maker', item) });
      }
      return item;
    }
    const item = this.#status.get(kind) ?? (await this.make(kind));
    this.#status.set(kind, item);
    return item;
  }

  /** The role that may send a request about the maker's items. */
  static mayRequest(endpoint: Endpoint): Sender {
    const { access, path } = endpoint;
    if (access.name === 'operator') return 'operator';
    if (isOfNewcomers(endpoint)) return 'newcomer';
    // A visitor's is known by its private link alone.
    if (path.startsWith('/appointments/{id}')) return 'maker';
    // Conversations, saved searches, webhooks and tokens belong to the maker; a vehicle is saved and a review marked by another user.
    if (
      access.name === 'user' &&
      kindIn(path) &&
      !/^\/(conversations|searches|webhooks|auth\/tokens|auth\/sessions)\//.test(path)
    )
      return 'stranger';
    return access.name === 'anyone' ? 'visitor' : 'maker';
  }

  /** A request with the document's example, by an authorized role. */
  async example(endpoint: Endpoint, sender = ApiFixture.mayRequest(endpoint)): Promise<Required<PreparedRequest>> {
    const item = await this.itemFor(endpoint);
    const body = endpoint.body.spec && (await this.#bodyOf(endpoint));
    return {
      path: `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => createPathValues(endpoint, item)[name] ?? '')}`,
      headers: { ...this.headersOf(sender, item), ...(body && { 'Content-Type': endpoint.body.spec?.media[0] ?? '' }) },
      body: body ? JSON.stringify(body) : '',
    };
  }

  /** Sends a request and checks the response against the document. @throws when it differs, or is a 5xx */
  async request(endpoint: Endpoint, { path, headers, body }: PreparedRequest): Promise<TestResponse> {
    const response = await this.site.request(path, { method: endpoint.method, headers, body });
    const invalid = errorsIn(endpoint, response);
    if (response.status >= 500) invalid.push(response.body);
    if (invalid.length > 0) {
      throw new Error(
        [`${endpoint.method} ${path} got ${response.status}`, ...invalid, JSON.stringify({ headers, body })].join('\n'),
      );
    }
    return response;
  }

  /**
   * Sends generated requests to an endpoint, as each role in turn, and checks each response against the document.
   *
   * @param seed repeats the same requests; absent: others each time
   * @returns the number of responses of each status
   * @throws at the first undocumented response, with the request minimized
   */
  async fuzz(endpoint: Endpoint, requests: number, seed?: number): Promise<Map<number, number>> {
    const statuses = new Map<number, number>();
    const may = ApiFixture.mayRequest(endpoint);
    const others = isOfNewcomers(endpoint) ? fc.constantFrom('visitor', 'reader', 'dead') : fc.constantFrom(...senders);
    const access = fc.oneof({ weight: 8, arbitrary: fc.constant(may) }, others);
    const requested = fc.record({ access, generated: generatedRequests(endpoint, this.site.runtime.clock()) });
    await fc.assert(
      fc.asyncProperty(requested, async ({ access: sender, generated }) => {
        const item = await this.itemFor(endpoint);
        const { status } = await this.request(endpoint, this.#filledIn(endpoint, generated, item, sender));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }),
      { numRuns: requests, seed },
    );
    return statuses;
  }

  #filledIn(
    endpoint: Endpoint,
    { names, query, headers, body }: GeneratedRequest,
    item: Item | null,
    sender: Sender,
  ): PreparedRequest {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? item?.id ?? '');
    return {
      path: `/api${path}${query && `?${query}`}`,
      headers: { ...headers, ...this.headersOf(sender, item) },
      body,
    };
  }
}

/** A request before it is sent. */
type PreparedRequest = { path: string; headers: Headers; body?: string };
