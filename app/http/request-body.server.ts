const waiting: (() => void)[] = [];

function beginTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(beginTurn);
}

/**
 * Waits until the next piece of a body, of at most 32 KB, may be worked on: one in each turn of the event loop, about
 * 1 ms. All bodies take turns, and turns are short because the server accepts one new connection in each: while a
 * hundred large bodies come in, the next visitor waits for as many turns as there are connections ahead.
 */
export function nextBodyTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(beginTurn);
  });
}
