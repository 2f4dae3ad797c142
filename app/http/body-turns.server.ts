const waiting: (() => void)[] = [];

function beginTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(beginTurn);
}

/** One piece (up to 32 KB) per turn of the event loop, about 1 ms: other requests run in between. */
export function waitForBodyTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(beginTurn);
  });
}
