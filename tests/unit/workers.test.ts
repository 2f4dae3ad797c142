import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { aggregate, keepCounters, type Measurements } from '~/http/measurements.server';
import { SharedQueue } from '../../ops/primary';

it('turns are given to addresses in turn, whatever their worker, and end with it', async () => {
  const queue = new SharedQueue({ running: 2, waiting: 3 });
  const replies: string[] = [];
  const take = (worker: number, id: number, address: string) =>
    void queue.take(worker, id, address, false, (isGranted) => replies.push(`${worker}.${id} ${isGranted}`));
  const repliesUntil = async () => {
    await setImmediate();
    return replies.splice(0);
  };
  take(1, 1, 'a');
  take(2, 1, 'a');
  take(1, 2, 'a');
  take(3, 1, 'a');
  take(2, 2, 'b');
  // The queue is full, and 'b' has fewer waiting than 'a'.
  take(4, 1, 'b');
  expect(await repliesUntil()).toEqual(['1.1 true', '2.1 true', '4.1 false']);
  queue.endTurn(2, 1);
  // Repeated, or from a worker that has no turn.
  queue.endTurn(2, 1);
  queue.endTurn(9, 1);
  expect(await repliesUntil()).toEqual(['1.2 true']);
  queue.endTurn(1, 2);
  expect(await repliesUntil()).toEqual(['2.2 true']);
  // The turn of a worker that has ended passes on, and so does the one that it waited for.
  queue.endAll(3);
  take(5, 1, 'c');
  queue.endAll(1);
  expect(await repliesUntil()).toEqual(['3.1 false', '5.1 true']);
});

const measurements = (requests: number, delay: number, uptime: number): Measurements => ({
  samples: [
    { name: 'dopahiya_requests_total', labels: '{route="main"}', value: requests },
    { name: 'dopahiya_event_loop_delay_seconds', labels: '{quantile="1"}', value: delay },
    { name: 'dopahiya_uptime_seconds', labels: '', value: uptime },
  ],
  day: [{ start: requests < 5 ? 600 : 0, requests, writes: 1, durations: [requests, 0] }],
});

it('figures of several processes become those of one site', () => {
  expect(aggregate([measurements(1, 0.1, 60), measurements(2, 0.3, 30), measurements(7, 0.2, 20)])).toEqual({
    samples: [
      { name: 'dopahiya_requests_total', labels: '{route="main"}', value: 10 },
      { name: 'dopahiya_event_loop_delay_seconds', labels: '{quantile="1"}', value: 0.3 },
      { name: 'dopahiya_uptime_seconds', labels: '', value: 60 },
    ],
    day: [
      { start: 0, requests: 7, writes: 1, durations: [7, 0] },
      { start: 600, requests: 3, writes: 2, durations: [3, 0] },
    ],
  });
  expect(keepCounters(measurements(3, 0.1, 60)).samples).toEqual([
    { name: 'dopahiya_requests_total', labels: '{route="main"}', value: 3 },
  ]);
});
