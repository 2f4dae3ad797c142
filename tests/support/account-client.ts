import { type TestResponse, requestOver, type SiteInProcess } from './site-in-process';

export const asha = { name: 'Asha Rao', email: 'asha@example.com', password: 'open!sesame' };

/** Headers that a browser sends with a form of the site itself, except its cookies. */
const formHeaders = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' };

/** A browser without scripts: it stores cookies and sends forms. */
export class FormBrowser {
  readonly #cookies = new Map<string, string>();

  constructor(readonly site: Pick<SiteInProcess, 'origin'>) {}

  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  /** Adds a cookie to its jar, like a thief or a stale tab. */
  carry(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  async #request(path: string, query: Parameters<typeof requestOver>[2]): Promise<TestResponse> {
    const cookies = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await requestOver(this.site.origin, path, {
      ...query,
      headers: { ...query?.headers, ...(cookies && { Cookie: cookies }) },
    });
    for (const cookie of response.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '' || /; Max-Age=0(?:;|$)/.test(cookie)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  open(path: string): Promise<TestResponse> {
    return this.#request(path, {});
  }

  /** @param headers override those of a form; an empty one is not sent */
  send(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<TestResponse> {
    return this.#request(path, {
      method: 'POST',
      headers: Object.fromEntries(Object.entries({ ...formHeaders, ...headers }).filter(([, value]) => value !== '')),
      body: new URLSearchParams(fields).toString(),
    });
  }

  /** Signs up, or in when there is such an account. @throws when neither is possible */
  async enter(account: typeof asha = asha): Promise<this> {
    const up = await this.send('/login?mode=signup', { mode: 'signup', idempotencyKey: account.email, ...account });
    if (up.status !== 303) throw new Error(`Could not enter: ${up.status}`);
    return this;
  }
}
