import { expect, it } from 'vitest';
import { addUp, countedBy, type Measured } from '~/http/measurements.server';
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
  slots.giveBack(2, 1);
  // Given back twice, or by one that holds none.
  slots.giveBack(2, 1);
  slots.giveBack(9, 1);
  expect(granted).toEqual(['1.1', '2.1', '3.1']);
  slots.forget(4);
  slots.forget(1);
  take(5, 1);
  take(6, 1);
  expect(granted).toEqual(['1.1', '2.1', '3.1', '5.1']);
});

const measured = (requests: number, delay: number, uptime: number): Measured => ({
  samples: [
    { name: 'dopahiya_requests_total', labels: '{route="main"}', value: requests },
    { name: 'dopahiya_event_loop_delay_seconds', labels: '{quantile="1"}', value: delay },
    { name: 'dopahiya_uptime_seconds', labels: '', value: uptime },
  ],
  day: [{ start: requests < 5 ? 600 : 0, requests, writes: 1, durations: [requests, 0] }],
});

it('figures of several processes become those of one site', () => {
  expect(addUp([measured(1, 0.1, 60), measured(2, 0.3, 30), measured(7, 0.2, 20)])).toEqual({
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
  expect(countedBy(measured(3, 0.1, 60)).samples).toEqual([
    { name: 'dopahiya_requests_total', labels: '{route="main"}', value: 3 },
  ]);
});
