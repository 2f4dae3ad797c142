const waiting: (() => void)[] = [];

function beginTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(beginTurn);
}

/**
 * Waits for a turn to process the next piece (up to 32 KB) of a body: one per turn of the event loop, about 1 ms. All
 * bodies take turns. Turns are short because the server accepts one new connection in each, so that during a hundred
 * large uploads a new visitor waits only for the connections ahead.
 */
export function waitForBodyTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(beginTurn);
  });
}
