import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { StreamedResponse } from '~/api/respond.server';

/** A response whose generator counts its turns, and says when it has ended. */
function createEndless() {
  const state = { turns: 0, hasEnded: false };
  const response = new StreamedResponse(async function* endless(left) {
    try {
      yield Buffer.from('first');
      while (!left.aborted) {
        await nextTurn();
        state.turns += 1;
        // A long search without a match between two pieces.
        if (state.turns > 1_000) yield Buffer.from('late');
      }
    } finally {
      state.hasEnded = true;
    }
  }, {});
  const { body } = response;
  if (!body) throw new Error('There is no body.');
  return { state, reader: body.getReader() };
}

it('a stream ends when its client leaves between two pieces', async () => {
  const { state, reader } = createEndless();
  await reader.read();
  await reader.cancel();
  await nextTurn();
  expect(state).toEqual({ turns: 0, hasEnded: true });
});

it('a stream ends within a turn when its client leaves during a long search', async () => {
  const { state, reader } = createEndless();
  await reader.read();
  const late = reader.read();
  while (state.turns < 5) await nextTurn();
  await reader.cancel();
  await late;
  await nextTurn();
  expect(state.hasEnded).toBe(true);
  expect(state.turns).toBeLessThan(10);
});
