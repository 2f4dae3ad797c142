import type { TestResponse, SiteInProcess } from './site-in-process';

/** Sends a form as a browser without scripts does, from a page of the site itself. */
export const sendForm = (
  site: SiteInProcess,
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Record<string, string> = {},
): Promise<TestResponse> =>
  site.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin', ...headers },
    body: new URLSearchParams(fields).toString(),
  });

/** The value of a form's hidden field. @throws when the page has none of that name */
export function hiddenField({ body }: TestResponse, name: string): string {
  const [, value] = new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(body) ?? [];
  if (value === undefined) throw new Error(`No hidden field ${name}`);
  return value;
}
