import { expect, it } from 'vitest';
import { readOpenedQuery } from './follow-push-clicks.ts';

it.each([
  [{ opens: '/?runId=41&markerName=AGM%2004' }, '?runId=41&markerName=AGM%2004'],
  [{ opens: '/' }, ''],
  [{ opens: 'https://else.where/?runId=41' }, null],
  [{ opens: 41 }, null],
  [{ build: 'aaaa' }, null],
  ['text', null],
  [null, null],
])('[W-363] readOpenedQuery of %j is %j', (message, query) => {
  expect(readOpenedQuery(message)).toBe(query);
});
