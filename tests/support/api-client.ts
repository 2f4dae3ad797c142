import { sha256 } from '~/domain/shared/secrets.server';
import type { Runtime } from '~/http/runtime.server';
import type { Role } from '~db/enums';
import { sessions } from '~db/schema/accounts';
import type { SiteInProcess, TestResponse } from './site-in-process';
import { storeUser } from './stored-listing';

type Envelope = {
  success: boolean;
  code?: string;
  message?: string;
  errors?: Record<string, string>;
  codes?: Record<string, string>;
  data?: unknown;
};
export type ApiResponse = TestResponse & { json: Envelope };
type Headers = Record<string, string>;

const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && 'success' in value && typeof value.success === 'boolean';

/** Parses a response as the envelope of docs/product.md, "Envelope". @throws when it is anything else */
function readEnvelope(response: TestResponse): ApiResponse {
  const json: unknown = JSON.parse(response.body);
  const type = response.headers['content-type'];
  if (!isEnvelope(json) || type !== 'application/json; charset=utf-8') throw new Error(`No envelope: ${response.body}`);
  if (json.success !== response.status < 400) throw new Error(`The envelope contradicts ${response.status}`);
  if (!json.success && !json.message) throw new Error('An error without a message');
  return { ...response, json };
}

/** Sends a request as an API client does: JSON in, the envelope out. */
export async function callApi(
  site: SiteInProcess,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Headers } = {},
): Promise<ApiResponse> {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  return readEnvelope(
    await site.request(path, {
      method,
      headers: { ...(sent !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      body: sent,
    }),
  );
}

/** The data of a response, as the type a test expects. @throws when there is none */
export function getData<Data = Record<string, unknown>>({ body }: ApiResponse): Data {
  const { data }: { data?: Data } = JSON.parse(body);
  if (data === undefined) throw new Error(`No data: ${body}`);
  return data;
}

/** The same user in a browser: the cookie with the token in the header of `signIn`. */
export const getCookie = ({ Authorization = '' }: Headers): Headers => ({
  Cookie: `authToken=${Authorization.slice('Bearer '.length)}`,
});

/** Stores a user with a session, and returns the header that authenticates it. */
export function signIn(
  site: { runtime: Pick<Runtime, 'db'> & Partial<Pick<Runtime, 'clock'>> },
  name: string,
  role: Role = 'user',
): Headers {
  const { user } = storeUser(site.runtime.db, name, role);
  const token = `token-of-${name}`;
  site.runtime.db
    .insert(sessions)
    .values({
      id: `session-${name}`,
      tokenHash: sha256(token),
      userId: user.id,
      kind: 'api',
      createdAt: (site.runtime.clock?.() ?? new Date()).toISOString(),
      lastSeenAt: new Date().toISOString(),
      expiresAt: '2099-01-01T00:00:00.000Z',
    })
    .run();
  return { Authorization: `Bearer ${token}` };
}
