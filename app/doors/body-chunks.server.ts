import { nextBodyTurn } from './body-turns.server';
import { formLimits } from './form-limits';

/** Files are passed on in pieces, so that the client cannot decide how much is buffered at once. */
const largestPiece = 32 * 1024;

/** How reading a body ended. */
type BodyEnd = 'whole' | 'too-large';

/**
 * Passes a request's body to `take` in pieces of at most 32 KB, one at a time: backpressure holds the client until a
 * piece is processed. Reading stops at the size limit of forms.
 *
 * @param take returns whether it wants more; after a `false` the rest is read and dropped
 * @throws if the connection breaks, and whatever `take` throws
 */
export async function readBody(request: Request, take: (piece: Uint8Array) => Promise<boolean>): Promise<BodyEnd> {
  if (!request.body) return 'whole';
  const reader = request.body.getReader();
  let bytes = 0;
  let isWanted = true;
  let isRead = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        isRead = true;
        return 'whole';
      }
      bytes += value.length;
      if (bytes > formLimits.bodyBytes) return 'too-large';
      for (let at = 0; isWanted && at < value.length; at += largestPiece) {
        isWanted = await take(value.subarray(at, at + largestPiece));
        // Let other requests run between two pieces.
        if (bytes > largestPiece) await nextBodyTurn();
      }
    }
  } finally {
    if (!isRead) await reader.cancel().catch(() => undefined);
  }
}
