import { describe, expect, it } from 'vitest';
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

  it('restores nothing when a reload fails', async () => {
    const steps = new RecoverySteps();
    const done: string[] = [];
    steps.register('reload', () => Promise.reject(new Error('unreachable')));
    steps.register('restore', async () => done.push('run'));
    await expect(steps.run()).rejects.toThrow('unreachable');
    expect(done).toEqual([]);
  });

  it('leaves out what is no longer on the screen', async () => {
    const steps = new RecoverySteps();
    const done: string[] = [];
    const unregister = steps.register('reload', async () => done.push('devices'));
    unregister();
    await steps.run();
    expect(done).toEqual([]);
  });
});
