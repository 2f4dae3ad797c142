import { paths } from '~/paths';
import { seeOther } from './responses.server';

/** Some proxies accept no more than 4 KB of response headers. */
const maxReturnPathLength = 2_000;
const isShortPath = (path: string): boolean => encodeURIComponent(path).length <= maxReturnPathLength;

/** Without its query if that is too long for a `Location` header. */
export const createReturnQuery = (path: string): string => (isShortPath(path) ? path : path.replace(/[?#].*$/s, ''));

/** Prevents open redirects through form fields. */
export function toLocalPath(candidate: string | null | undefined, otherwise: string): string {
  if (!candidate || !/^\/(?![/\\])[^\\\s]*$/.test(candidate)) return otherwise;
  const url = new URL(candidate, 'http://local.invalid');
  // Two leading slashes start a host name, and resolving dots turns '/.//host' into that.
  const isOfThisSite = url.origin === 'http://local.invalid' && !url.pathname.startsWith('//');
  const back = createReturnQuery(url.pathname + url.search + url.hash);
  return isOfThisSite && isShortPath(back) ? back : otherwise;
}

export function redirectToSignIn(request: Request, path: string): Response {
  const back = new URL(createReturnQuery(path), 'http://local.invalid');
  return seeOther(request, paths.login({ redirectTo: back.pathname + back.search + back.hash }));
}
