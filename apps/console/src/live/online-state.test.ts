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
  it('the start is live once the hub is up and the initial data is reloaded', () => {
    expect(play(start, ['hub-up']).state.phase).toBe('recovering');
    expect(live).toMatchObject({ phase: 'live', sinceAt: null });
  });

  it('the start without network or in a background tab is offline', () => {
    expect(startOnlineState({ hasNetwork: false, isVisible: true, nowMs }).phase).toBe('offline');
    expect(startOnlineState({ hasNetwork: true, isVisible: false, nowMs }).phase).toBe('offline');
  });
});

describe('an offline start', () => {
  const opened = startOnlineState({ hasNetwork: true, isVisible: true, nowMs, lastKnownAt: nowMs - 60_000 });

  it('an offline start shows the stored state, and allows no change', () => {
    expect(opened).toMatchObject({ phase: 'offline', lastKnownAt: nowMs - 60_000 });
    expect(findOfflineReason(opened)).toBe('server');
    expect(wordOf(opened)).toBe('offline');
    expect(canWrite(opened)).toBe(false);
    expect(gateOf(opened)).toBe('closed');
  });

  it('an offline start stays offline until the hub connects', () => {
    expect(play(opened, ['network-lost', 'network-back', 'hidden', 'visible']).state.phase).toBe('offline');
  });

  it('an offline start becomes live, without stored state, once all is reloaded', () => {
    const back = play(opened, ['hub-up']);
    expect(back.last).toEqual({ type: 'wait', ms: RECOVERY_DELAY_MS, attempt: back.state.attempt });
    expect(canWrite(back.state)).toBe(false);
    expect(play(back.state, ['waited']).state).toMatchObject({ phase: 'recovering', lastKnownAt: nowMs - 60_000 });
    expect(play(back.state, ['waited', 'recovered']).state).toMatchObject({ phase: 'live', lastKnownAt: null });
  });

  it('an offline start keeps the stored state if the reload fails, and waits again', () => {
    expect(play(opened, ['hub-up', 'waited', 'recovery-failed']).state).toMatchObject({
      phase: 'waiting',
      lastKnownAt: nowMs - 60_000,
    });
  });
});

describe('going offline', () => {
  it.each([
    ['[V-007] the console goes offline on the browser offline event', 'network-lost', 'network'],
    ['[V-008] the console goes offline when the page is hidden', 'hidden', 'hidden'],
    ['[V-009] the console goes offline when the page is frozen', 'frozen', 'frozen'],
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

describe('going online again', () => {
  it.each([
    ['the network', 'network-lost', 'network-back'],
    ['the tab', 'hidden', 'visible'],
  ] as const)('[V-011] %s has 5 s to settle before the reload', (_, gone, back) => {
    const { state, effects } = play(live, [gone, back]);
    expect(state.phase).toBe('waiting');
    expect(effects).toEqual([{ type: 'wait', ms: 5000, attempt: state.attempt }]);
  });

  it('the reload begins after the delay', () => {
    const { state, last } = play(live, ['network-lost', 'network-back', 'waited']);
    expect(state.phase).toBe('recovering');
    expect(last).toEqual({ type: 'recover', attempt: state.attempt });
  });

  it('the console is online when the reload has completed, not before', () => {
    const reloading = play(live, ['network-lost', 'network-back', 'waited']).state;
    expect(canWrite(reloading)).toBe(false);
    expect(play(reloading, ['recovered']).state).toMatchObject({ phase: 'live', sinceAt: null });
  });

  it('the console waits until every reason has gone', () => {
    const twice = play(live, ['hidden', 'network-lost', 'visible']);
    expect([twice.state.phase, twice.effects]).toEqual(['offline', []]);
    expect(play(twice.state, ['network-back']).state.phase).toBe('waiting');
  });

  it('another offline period restarts the delay and cancels the old one', () => {
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

  it('a failed reload is repeated after the same delay', () => {
    const { state, last } = play(live, ['network-lost', 'network-back', 'waited', 'recovery-failed']);
    expect([state.phase, last?.type]).toEqual(['waiting', 'wait']);
  });

  it('the end of the live state is kept throughout', () => {
    const gone = stepOnlineState(live, { type: 'network-lost' }, 1000).state;
    expect(stepOnlineState(gone, { type: 'network-back' }, 9000).state.sinceAt).toBe(1000);
  });
});

describe('the hub', () => {
  it('a hub that goes down is reconnecting; when it is back everything is reloaded at once', () => {
    const down = play(live, ['hub-down']);
    expect([down.state.phase, down.effects]).toEqual(['reconnecting', []]);
    const back = play(down.state, ['hub-up']);
    expect([back.state.phase, back.last?.type]).toEqual(['recovering', 'recover']);
  });

  it('a hub that is still down after a recovery is reconnecting', () => {
    expect(play(live, ['hub-down', 'network-lost', 'network-back', 'waited', 'recovered']).state.phase).toBe(
      'reconnecting',
    );
  });

  it('a hub that goes down and up during a reload causes another reload', () => {
    const reloading = play(live, ['hidden', 'visible', 'waited']).state;
    const { state, effects } = play(reloading, ['hub-down', 'hub-up']);
    expect(effects).toEqual([{ type: 'recover', attempt: reloading.attempt + 1 }]);
    expect(stepOnlineState(state, { type: 'recovered', attempt: reloading.attempt }, nowMs).state.phase).toBe(
      'recovering',
    );
  });

  it('a hub change while offline is only recorded', () => {
    const { state, effects } = play(live, ['hidden', 'hub-down', 'hub-up']);
    expect([state.phase, effects]).toEqual(['offline', []]);
  });
});

describe('the derived values', () => {
  it.each(['network-lost', 'hidden', 'frozen'] as const)('[V-016] writing is blocked after %s', (signal) => {
    expect(canWrite(play(live, [signal]).state)).toBe(false);
  });

  it('[V-017] writing is possible again when the recovery that begins after 5 s has finished', () => {
    const steps: Signal[] = ['hidden', 'visible', 'waited', 'recovered'];
    const allowed = steps.map((_, index) => canWrite(play(live, steps.slice(0, index + 1)).state));
    expect(allowed).toEqual([false, false, false, true]);
  });

  it('writing uses the API, which works while the hub is down', () => {
    expect(canWrite(play(live, ['hub-down']).state)).toBe(true);
  });

  it('[V-014] hub events are shown only while live, and queued while reloading', () => {
    expect(gateOf(live)).toBe('open');
    expect(gateOf(play(live, ['network-lost']).state)).toBe('closed');
    expect(gateOf(play(live, ['network-lost', 'network-back']).state)).toBe('closed');
    expect(gateOf(play(live, ['network-lost', 'network-back', 'waited']).state)).toBe('hold');
    expect(gateOf(play(live, ['frozen']).state)).toBe('closed');
  });

  it('a hidden page still receives events that can raise an alarm', () => {
    expect(gateOf(play(live, ['hidden']).state)).toBe('alerts-only');
  });

  it('a page that returns receives events during the delay, unless it was disconnected meanwhile', () => {
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
