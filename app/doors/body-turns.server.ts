/**
 * Pieces of bodies, of 32 KB each, that are worked on in one turn of the event loop: about 1 ms. Turns have to be short
 * because the server accepts one new connection in each: while a hundred large bodies come in, the next visitor waits
 * for as many turns as there are connections ahead.
 */
const piecesPerTurn = 1;

const waiting: (() => void)[] = [];

function beginTurn(): void {
  for (const begin of waiting.splice(0, piecesPerTurn)) begin();
  if (waiting.length > 0) setImmediate(beginTurn);
}

/**
 * Waits until the next piece of a body may be worked on. All bodies take turns, so that however many arrive at once,
 * other requests are answered in between.
 */
export function nextBodyTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(beginTurn);
  });
}
