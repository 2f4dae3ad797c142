import { expect, it } from 'vitest';
import { aggregate, keepCounters, type Measurements } from '~/http/measurements.server';
import { SharedSlots } from '../../server/primary';

it('slots are granted in order, as many as there are, and freed when a worker ends', () => {
  const slots = new SharedSlots(2);
  const granted: string[] = [];
  const take = (worker: number, id: number) => slots.take(worker, id, () => granted.push(`${worker}.${id}`));
  take(1, 1);
  take(2, 1);
  take(3, 1);
  take(4, 1);
  take(1, 2);
  expect(granted).toEqual(['1.1', '2.1']);
  slots.release(2, 1);
  // Repeated, or from a worker that holds no slot.
  slots.release(2, 1);
  slots.release(9, 1);
  expect(granted).toEqual(['1.1', '2.1', '3.1']);
  slots.releaseAll(4);
  slots.releaseAll(1);
  take(5, 1);
  take(6, 1);
  expect(granted).toEqual(['1.1', '2.1', '3.1', '5.1']);
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
