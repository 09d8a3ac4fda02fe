import { describe, expect, it } from 'vitest';
import { startOnlineState, stepOnlineState } from './online-state.ts';
import { RecoverySteps } from './recovery-steps.ts';

describe('the recovery', () => {
  it('restores the run only after everything is reloaded, whatever was registered first', async () => {
    const steps = new RecoverySteps();
    const done: string[] = [];
    steps.register('restore', async () => done.push('run'));
    steps.register('reload', async () => {
      await Promise.resolve();
      done.push('devices');
    });
    steps.register('reload', async () => done.push('user'));
    await steps.run();
    expect(done).toEqual(['user', 'devices', 'run']);
  });

  it('[V-013] reloads the devices, restores the run, and only then everything is live', async () => {
    const steps = new RecoverySteps();
    let { state } = stepOnlineState(
      startOnlineState({ hasNetwork: true, isVisible: true, nowMs: 0 }),
      { type: 'hub-up' },
      0,
    );
    const phases: string[] = [];
    steps.register('restore', async () => void phases.push(`run while ${state.phase}`));
    steps.register('reload', async () => void phases.push(`devices while ${state.phase}`));
    await steps.run();
    ({ state } = stepOnlineState(state, { type: 'recovered', attempt: state.attempt }, 0));
    expect([...phases, state.phase]).toEqual(['devices while recovering', 'run while recovering', 'live']);
  });

  it('restores nothing after a failed reload', async () => {
    const steps = new RecoverySteps();
    const done: string[] = [];
    steps.register('reload', () => Promise.reject(new Error('unreachable')));
    steps.register('restore', async () => done.push('run'));
    await expect(steps.run()).rejects.toThrow('unreachable');
    expect(done).toEqual([]);
  });

  it('leaves out unregistered steps', async () => {
    const steps = new RecoverySteps();
    const done: string[] = [];
    const unregister = steps.register('reload', async () => done.push('devices'));
    unregister();
    await steps.run();
    expect(done).toEqual([]);
  });
});
