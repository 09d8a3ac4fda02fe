import { describe, expect, it } from 'vitest';
import {
  RECOVERY_DELAY_MS,
  findOfflineReason,
  startOnlineState,
  stepOnlineState,
  type OnlineEffect,
  type OnlineInput,
  type OnlineState,
} from './online-state.ts';
import { explainWriteBlock, gateOf, wordOf } from './online-view.ts';

const nowMs = 1_700_000_000_000;
const start = startOnlineState({ hasNetwork: true, isVisible: true, nowMs });

type Signal = OnlineInput['type'];

/** Plays signals; those that answer a wait or a recovery carry its number. */
function play(from: OnlineState, signals: readonly Signal[]) {
  let state = from;
  const effects: OnlineEffect[] = [];
  for (const type of signals) {
    const step = stepOnlineState(state, { type, attempt: state.attempt }, nowMs);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects, last: effects.at(-1) };
}

const live = play(start, ['hub-up', 'recovered']).state;
const canWrite = (state: OnlineState) => explainWriteBlock(state) === null;

describe('starting', () => {
  it('is live once the hub is up and what was loaded before it is loaded again', () => {
    expect(play(start, ['hub-up']).state.phase).toBe('recovering');
    expect(live).toMatchObject({ phase: 'live', sinceAt: null });
  });

  it('without network or in a background tab is offline', () => {
    expect(startOnlineState({ hasNetwork: false, isVisible: true, nowMs }).phase).toBe('offline');
    expect(startOnlineState({ hasNetwork: true, isVisible: false, nowMs }).phase).toBe('offline');
  });
});

describe('opened without the server', () => {
  const opened = startOnlineState({ hasNetwork: true, isVisible: true, nowMs, lastKnownAt: nowMs - 60_000 });

  it('is offline, shows what was kept, and lets nothing be written', () => {
    expect(opened).toMatchObject({ phase: 'offline', lastKnownAt: nowMs - 60_000 });
    expect(findOfflineReason(opened)).toBe('server');
    expect(wordOf(opened)).toBe('offline');
    expect(canWrite(opened)).toBe(false);
    expect(gateOf(opened)).toBe('closed');
  });

  it('stays so whatever the network does, until the hub connects', () => {
    expect(play(opened, ['network-lost', 'network-back', 'hidden', 'visible']).state.phase).toBe('offline');
  });

  it('is live, and shows nothing that was kept, once all is reloaded', () => {
    const back = play(opened, ['hub-up']);
    expect(back.last).toEqual({ type: 'wait', ms: RECOVERY_DELAY_MS, attempt: back.state.attempt });
    expect(canWrite(back.state)).toBe(false);
    expect(play(back.state, ['waited']).state).toMatchObject({ phase: 'recovering', lastKnownAt: nowMs - 60_000 });
    expect(play(back.state, ['waited', 'recovered']).state).toMatchObject({ phase: 'live', lastKnownAt: null });
  });

  it('keeps showing what was kept when the reload fails, and waits once more', () => {
    expect(play(opened, ['hub-up', 'waited', 'recovery-failed']).state).toMatchObject({
      phase: 'waiting',
      lastKnownAt: nowMs - 60_000,
    });
  });
});

describe('going offline', () => {
  it.each([
    ['[V-007] on the browser offline event', 'network-lost', 'network'],
    ['[V-008] when the page is hidden', 'hidden', 'hidden'],
    ['[V-009] when the page is frozen', 'frozen', 'frozen'],
  ] as const)('%s', (_, signal, reason) => {
    const { state, effects } = play(live, [signal]);
    expect(state).toMatchObject({ phase: 'offline', sinceAt: nowMs });
    expect(findOfflineReason(state)).toBe(reason);
    expect(effects).toEqual([]);
  });

  it('[V-010] a resumed page counts as having been offline, and recovers', () => {
    const { state, last } = play(live, ['resumed']);
    expect(state.phase).toBe('waiting');
    expect(last).toEqual({ type: 'wait', ms: RECOVERY_DELAY_MS, attempt: state.attempt });
    expect(play(live, ['frozen', 'resumed']).state.phase).toBe('waiting');
  });
});

describe('coming back', () => {
  it.each([
    ['the network', 'network-lost', 'network-back'],
    ['the tab', 'hidden', 'visible'],
  ] as const)('[V-011] %s is given 5 s first', (_, gone, back) => {
    const { state, effects } = play(live, [gone, back]);
    expect(state.phase).toBe('waiting');
    expect(effects).toEqual([{ type: 'wait', ms: 5000, attempt: state.attempt }]);
  });

  it('after the wait the reload begins', () => {
    const { state, last } = play(live, ['network-lost', 'network-back', 'waited']);
    expect(state.phase).toBe('recovering');
    expect(last).toEqual({ type: 'recover', attempt: state.attempt });
  });

  it('is online when the reload is through, not before', () => {
    const reloading = play(live, ['network-lost', 'network-back', 'waited']).state;
    expect(canWrite(reloading)).toBe(false);
    expect(play(reloading, ['recovered']).state).toMatchObject({ phase: 'live', sinceAt: null });
  });

  it('waits for every reason to go', () => {
    const twice = play(live, ['hidden', 'network-lost', 'visible']);
    expect([twice.state.phase, twice.effects]).toEqual(['offline', []]);
    expect(play(twice.state, ['network-back']).state.phase).toBe('waiting');
  });

  it('starts the wait anew when it goes offline meanwhile; the old one comes to nothing', () => {
    const waiting = play(live, ['network-lost', 'network-back']).state;
    const again = play(waiting, ['network-lost', 'network-back']).state;
    const late = stepOnlineState(again, { type: 'waited', attempt: waiting.attempt }, nowMs);
    expect(late).toEqual({ state: again, effects: [] });
  });

  it('a reload that ends after going offline again does not make it live', () => {
    const reloading = play(live, ['hidden', 'visible', 'waited']).state;
    const gone = play(reloading, ['hidden']).state;
    expect(stepOnlineState(gone, { type: 'recovered', attempt: reloading.attempt }, nowMs).state.phase).toBe('offline');
  });

  it('a reload that fails is tried again after the same wait', () => {
    const { state, last } = play(live, ['network-lost', 'network-back', 'waited', 'recovery-failed']);
    expect([state.phase, last?.type]).toEqual(['waiting', 'wait']);
  });

  it('remembers when the data stopped being live through all of it', () => {
    const gone = stepOnlineState(live, { type: 'network-lost' }, 1000).state;
    expect(stepOnlineState(gone, { type: 'network-back' }, 9000).state.sinceAt).toBe(1000);
  });
});

describe('the hub', () => {
  it('going down is reconnecting; coming back reloads at once', () => {
    const down = play(live, ['hub-down']);
    expect([down.state.phase, down.effects]).toEqual(['reconnecting', []]);
    const back = play(down.state, ['hub-up']);
    expect([back.state.phase, back.last?.type]).toEqual(['recovering', 'recover']);
  });

  it('still down after a recovery is reconnecting', () => {
    expect(play(live, ['hub-down', 'network-lost', 'network-back', 'waited', 'recovered']).state.phase).toBe(
      'reconnecting',
    );
  });

  it('going down and up while reloading reloads once more', () => {
    const reloading = play(live, ['hidden', 'visible', 'waited']).state;
    const { state, effects } = play(reloading, ['hub-down', 'hub-up']);
    expect(effects).toEqual([{ type: 'recover', attempt: reloading.attempt + 1 }]);
    expect(stepOnlineState(state, { type: 'recovered', attempt: reloading.attempt }, nowMs).state.phase).toBe(
      'recovering',
    );
  });

  it('is only noted while offline', () => {
    const { state, effects } = play(live, ['hidden', 'hub-down', 'hub-up']);
    expect([state.phase, effects]).toEqual(['offline', []]);
  });
});

describe('what follows from it', () => {
  it.each(['network-lost', 'hidden', 'frozen'] as const)('[V-016] nothing can be written after %s', (signal) => {
    expect(canWrite(play(live, [signal]).state)).toBe(false);
  });

  it('[V-017] writing is possible again when the recovery that begins after 5 s has finished', () => {
    const steps: Signal[] = ['hidden', 'visible', 'waited', 'recovered'];
    const allowed = steps.map((_, index) => canWrite(play(live, steps.slice(0, index + 1)).state));
    expect(allowed).toEqual([false, false, false, true]);
  });

  it('a hub that is down leaves the API to write over', () => {
    expect(canWrite(play(live, ['hub-down']).state)).toBe(true);
  });

  it('[V-014] hub events are shown only while live, and kept while reloading', () => {
    expect(gateOf(live)).toBe('open');
    expect(gateOf(play(live, ['network-lost']).state)).toBe('closed');
    expect(gateOf(play(live, ['network-lost', 'network-back']).state)).toBe('closed');
    expect(gateOf(play(live, ['network-lost', 'network-back', 'waited']).state)).toBe('hold');
    expect(gateOf(play(live, ['frozen']).state)).toBe('closed');
  });

  it('a merely hidden page still hears what can sound an alarm', () => {
    expect(gateOf(play(live, ['hidden']).state)).toBe('alerts-only');
  });

  it('a page that comes back hears on while it settles, unless it was cut off meanwhile', () => {
    expect(gateOf(play(live, ['hidden', 'visible']).state)).toBe('alerts-only');
    expect(gateOf(play(live, ['hidden', 'network-lost', 'network-back', 'visible']).state)).toBe('closed');
    expect(gateOf(play(live, ['resumed']).state)).toBe('closed');
    const again = play(live, ['network-lost', 'network-back', 'waited', 'recovered', 'hidden', 'visible']).state;
    expect(gateOf(again)).toBe('alerts-only');
  });

  it('the pill has a word for each phase', () => {
    expect(wordOf(live)).toBe('live');
    expect(wordOf(play(live, ['network-lost']).state)).toBe('offline');
    expect([start, play(live, ['hub-down']).state, play(live, ['resumed']).state].map(wordOf)).toEqual(
      Array(3).fill('reconnecting'),
    );
  });
});
