import { describe, expect, it } from 'vitest';
import { startOnlineState, stepOnlineState } from '#/live/online-state.ts';
import { viewConnection } from './connection.view.ts';

const offsetMs = 60_000;
const starting = startOnlineState({ hasNetwork: true, isVisible: true, nowMs: 1000 });
const lost = stepOnlineState(starting, { type: 'network-lost' }, 5000).state;

describe('what the pill is told', () => {
  it('is since when, and from when the data is, by the server’s clock', () => {
    expect(viewConnection({ online: lost, heardAt: 900, offsetMs })).toEqual({
      state: 'offline',
      sinceAt: 61_000,
      dataAt: 60_900,
    });
  });

  it('leaves out the age of data that never came', () => {
    expect(viewConnection({ online: starting, heardAt: null, offsetMs }).state).toBe('reconnecting');
    expect(viewConnection({ online: starting, heardAt: null, offsetMs })).toMatchObject({ dataAt: undefined });
  });

  it('does not call data newer than the moment it stopped being live', () => {
    expect(viewConnection({ online: lost, heardAt: 9000, offsetMs })).toMatchObject({ dataAt: 61_000 });
  });

  it('is just the word while live', () => {
    const live = { ...starting, phase: 'live', sinceAt: null } as const;
    expect(viewConnection({ online: live, heardAt: 900, offsetMs })).toEqual({ state: 'live' });
  });
});
