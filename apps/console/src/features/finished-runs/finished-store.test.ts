import { afterEach, expect, it } from 'vitest';
import {
  forgetFinished,
  noteGone,
  noteSynching,
  selectFinished,
  showTab,
  useFinished,
} from '#/features/runs/finished-store.ts';

afterEach(forgetFinished);

it('a deleted run is deselected; another selection stays', () => {
  selectFinished(41);
  noteGone(40);
  expect(useFinished.getState().runId).toBe(41);
  noteGone(41);
  expect([useFinished.getState().runId, [...useFinished.getState().gone]]).toEqual([null, [40, 41]]);
});

it('several runs can be synchronised at the same time', () => {
  noteSynching(1, true);
  noteSynching(2, true);
  noteSynching(1, true);
  noteSynching(1, false);
  expect([...useFinished.getState().synching]).toEqual([2]);
});

it('the store is empty for the next user', () => {
  showTab('completed');
  selectFinished(41);
  forgetFinished();
  expect(useFinished.getState()).toMatchObject({ tab: 'paths', runId: null });
});
