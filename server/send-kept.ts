import type { IncomingMessage, ServerResponse } from 'node:http';
import { namesTag } from '~/http/entity-tag';
import { chooseEncoding, compressOnce, type Encoding } from './encoding';
import type { KeptForm, KeptPage } from './kept-pages';

/**
 * Sends a cached page in the encoding of the client, immediately if that form is cached; otherwise compresses it fast.
 *
 * @param told headers of this response only, as flat name and value pairs
 * @param isFirst whether this is the first request for the page, which does not wait for the best compression
 * @returns a promise if work is pending
 */
export function sendKept(
  request: IncomingMessage,
  response: ServerResponse,
  page: KeptPage,
  told: readonly string[],
  isFirst = false,
): Promise<void> | undefined {
  const { headers, method } = request;
  if (namesTag(headers['if-none-match'], page.etag)) {
    response.writeHead(304, page.headers.concat(told));
    response.end();
    return undefined;
  }
  const send = ({ headers, body }: KeptForm): void => {
    response.writeHead(200, told.length === 0 ? headers : headers.concat(told));
    if (method === 'HEAD') response.end();
    else response.end(body, 'latin1');
  };
  const encoding: Encoding = page.isCompressed ? chooseEncoding(headers['accept-encoding']) : 'identity';
  const form = isFirst && encoding !== 'identity' ? undefined : page.formIn(encoding);
  if (!form) return compressOnce(page.identity, encoding).then((body) => send(page.hold(encoding, body)));
  send(form);
  return undefined;
}
