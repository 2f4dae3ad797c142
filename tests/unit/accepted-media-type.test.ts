import { expect, it } from 'vitest';
import { acceptsEvents, negotiateListFormat } from '~/api/lists.server';

it.each([
  [undefined, 'json'],
  ['', 'json'],
  ['*/*', 'json'],
  ['application/json', 'json'],
  ['application/x-ndjson', 'ndjson'],
  ['APPLICATION/X-NDJSON; charset=utf-8', 'ndjson'],
  ['text/csv', 'csv'],
  ['text/*', 'csv'],
  ['application/*', 'json'],
  ['text/csv, application/json', 'json'],
  ['text/csv, */*;q=0.5', 'csv'],
  ['text/csv;q=0.5, application/json;q=0.9', 'json'],
  ['text/csv;q=0.5, application/x-ndjson;q=0.8, */*;q=0.1', 'ndjson'],
  ['application/json;q=0, */*', 'ndjson'],
  ['text/csv;q=0', 'json'],
  ['text/csv;q=2', 'json'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json'],
  ['image/png', 'json'],
  [',;;q', 'json'],
])('Accept: %s selects %s', (accept, format) => {
  expect(negotiateListFormat(accept)).toBe(format);
});

it.each([
  [undefined, false],
  ['*/*', false],
  ['text/*', false],
  ['text/event-stream', true],
  ['Text/Event-Stream; charset=utf-8', true],
  ['application/json, text/event-stream', true],
  ['text/event-stream;q=0', false],
  ['application/json, text/event-stream;q=0.5', false],
])('Accept: %s gets a live stream: %s', (accept, isLive) => {
  expect(acceptsEvents(accept)).toBe(isLive);
});
