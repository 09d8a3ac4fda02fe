import { describe, expect, it } from 'vitest';
import { startOnlineState, stepOnlineState } from '#/live/online-state.ts';
import { viewConnection } from './connection.view.ts';

const offsetMs = 60_000;
const starting = startOnlineState({ hasNetwork: true, isVisible: true, nowMs: 1000 });
const lost = stepOnlineState(starting, { type: 'network-lost' }, 5000).state;

describe('the content of the pill', () => {
  it('the pill shows since when, and from when the data is, by the server’s clock', () => {
    expect(viewConnection({ online: lost, heardAt: 900, offsetMs })).toEqual({
      state: 'offline',
      sinceAt: 61_000,
      dataAt: 60_900,
    });
  });

  it('the pill leaves out the age of data that was never received', () => {
    expect(viewConnection({ online: starting, heardAt: null, offsetMs }).state).toBe('reconnecting');
    expect(viewConnection({ online: starting, heardAt: null, offsetMs })).toMatchObject({ dataAt: undefined });
  });

  it('the pill never dates data later than the end of the live state', () => {
    expect(viewConnection({ online: lost, heardAt: 9000, offsetMs })).toMatchObject({ dataAt: 61_000 });
  });

  it('the pill shows only its word while live', () => {
    const live = { ...starting, phase: 'live', sinceAt: null } as const;
    expect(viewConnection({ online: live, heardAt: 900, offsetMs })).toEqual({ state: 'live' });
  });
});
