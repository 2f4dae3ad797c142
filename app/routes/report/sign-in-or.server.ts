import type { Asker } from '~/domain/asker';
import { nothingToReport } from '~/domain/reports/report-thing.server';
import { refusalOf } from '~/doors/form-door.server';
import { signInFirst } from '~/doors/sign-in-first.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import { conversationIn } from './what-is-reported.server';

/**
 * The answer where nothing is found to be reported. A conversation named by its id may be there for whoever signs in first;
 * what they typed waits for them.
 */
export function signInOr(
  request: Request,
  runtime: Runtime,
  { user }: Asker,
  typed: Readonly<Record<string, string>> = {},
): Response {
  const name = conversationIn(request.url);
  if (user || !name || 'key' in name) throw refusalOf(nothingToReport);
  return signInFirst(request, runtime, paths.reportConversation(name), typed);
}
