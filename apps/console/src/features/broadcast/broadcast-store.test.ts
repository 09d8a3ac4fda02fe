import { beforeEach, expect, it } from 'vitest';
import { changeDraft, forgetBroadcasts, keepSent, useBroadcast } from './broadcast-store.ts';

const order = { uids: [1, 2], codes: ['PM'], start: '', end: '' } as const;
const sentIds = () => useBroadcast.getState().sent.map(({ broadcastId }) => broadcastId);

beforeEach(forgetBroadcasts);

it('keeps the devices for the next broadcast and clears the commands', () => {
  changeDraft(order);
  keepSent({ broadcastId: 12, order, failed: [] }, null);
  expect(useBroadcast.getState().draft).toEqual({ ...order, codes: [] });
});

it('a retry keeps the present choice, and is offered once', () => {
  keepSent({ broadcastId: 12, order, failed: [] }, null);
  changeDraft({ codes: ['SD'] });
  keepSent({ broadcastId: 13, order, failed: [] }, 1);
  expect(useBroadcast.getState().draft.codes).toEqual(['SD']);
  expect(useBroadcast.getState().sent.map(({ broadcastId, isRetried }) => [broadcastId, isRetried])).toEqual([
    [13, false],
    [12, true],
  ]);
});

it('shows the newest five, and none to the next user', () => {
  for (let id = 1; id <= 7; id++) keepSent({ broadcastId: id, order, failed: [] }, null);
  expect(sentIds()).toEqual([7, 6, 5, 4, 3]);
  forgetBroadcasts();
  expect(sentIds()).toEqual([]);
});
