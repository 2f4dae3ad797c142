import { nextBodyTurn } from './body-turns.server';
import { formLimits } from './form-limits';

/** A file is handed on piece by piece, so that no sender decides how much is held at once. */
const largestPiece = 64 * 1024;

/** How reading a body came to its end. */
type BodyEnd = 'whole' | 'too-large';

/**
 * Gives a request's body to `take` in pieces of at most 64 KB, each after the one before has been dealt with: the
 * sender waits meanwhile. Past the ceiling of a form the rest is not read.
 *
 * @param take answers whether to go on; what comes after a `false` is read and dropped
 * @throws when the connection breaks, or what `take` throws
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
        // Other requests are answered between two pieces.
        if (bytes > largestPiece) await nextBodyTurn();
      }
    }
  } finally {
    if (!isRead) await reader.cancel().catch(() => undefined);
  }
}
