import type { Asker } from '~/domain/asker';
import { nothingToReport } from '~/domain/reports/report-thing.server';
import { conversationNamed } from '~/doors/conversation-query';
import { refusalOf } from '~/doors/form-door.server';
import { signInFirst } from '~/doors/sign-in-first.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';

/**
 * The answer where nothing is found to be reported. A conversation named by its id may be there for whoever signs in
 * first; what they typed waits for them.
 */
export async function signInOr(
  request: Request,
  runtime: Runtime,
  { user }: Asker,
  typed: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const name = conversationNamed(new URL(request.url).searchParams, 'conversation');
  if (user || !name || 'key' in name) throw refusalOf(nothingToReport);
  return signInFirst(request, runtime, paths.reportConversation(name), typed);
}
