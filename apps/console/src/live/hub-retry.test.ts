import { describe, expect, it } from 'vitest';
import { HUB_RETRY_MS, stepHubRetry, type HubAct, type HubPhase, type HubSignal } from './hub-client.ts';

function play(signals: readonly HubSignal[]) {
  let phase: HubPhase = 'stopped';
  const acts: HubAct[] = [];
  for (const signal of signals) {
    const step = stepHubRetry(phase, signal);
    phase = step.phase;
    if (step.act !== 'nothing') acts.push(step.act);
  }
  return { phase, acts };
}

describe('the connection to the hub', () => {
  it('[V-005, V-006] waits 5 s between two attempts', () => {
    expect(HUB_RETRY_MS).toBe(5000);
  });

  it('[V-005] a failed start waits, then connects again', () => {
    expect(play(['start', 'failed'])).toEqual({ phase: 'resting', acts: ['connect', 'rest'] });
    expect(play(['start', 'failed', 'rested']).acts).toEqual(['connect', 'rest', 'connect']);
  });

  it('[V-006] a close waits, then connects again', () => {
    expect(play(['start', 'connected', 'closed', 'rested']).acts).toEqual(['connect', 'rest', 'connect']);
  });

  it('waits once, however many signals report the same end', () => {
    expect(play(['start', 'connected', 'closed', 'failed', 'closed']).acts).toEqual(['connect', 'rest']);
  });

  it('connects once for several starts', () => {
    expect(play(['start', 'start', 'connected', 'start']).acts).toEqual(['connect']);
  });

  it('stays disconnected after a stop, whatever signals arrive late', () => {
    expect(play(['start', 'connected', 'stop', 'closed', 'rested', 'failed'])).toEqual({
      phase: 'stopped',
      acts: ['connect', 'disconnect'],
    });
    expect(play(['start', 'stop', 'connected']).acts).toEqual(['connect', 'disconnect', 'disconnect']);
  });

  it('connects again after another start', () => {
    expect(play(['start', 'stop', 'start']).acts).toEqual(['connect', 'disconnect', 'connect']);
  });
});
