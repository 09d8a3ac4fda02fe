import { exampleCommand } from '@waymark/contract/commands/queued-command';
import { describe, expect, it } from 'vitest';
import { describeQueue, describeSender, describeStep, isOld, listRemarks, takeCommand } from './queued-command.view.ts';

const NOW = Date.UTC(2026, 2, 18, 1, 4, 0);
const command = (commandId: number, state: typeof exampleCommand.state = 'queued') => ({
  ...exampleCommand,
  commandId,
  state,
});

describe('the list of queued commands', () => {
  it('[C-037] takes a new one at its end, and a known one in its place', () => {
    const list = [command(1), command(3)];
    expect(takeCommand(list, command(4))).toEqual([command(1), command(3), command(4)]);
    expect(takeCommand(list, command(1, 'sent'))).toEqual([command(1, 'sent'), command(3)]);
  });

  it('keeps the order of the queue when an event comes late', () => {
    expect(takeCommand([command(1), command(3)], command(2)).map(({ commandId }) => commandId)).toEqual([1, 2, 3]);
  });

  it('keeps the newer state when that it was queued is told after that it was sent', () => {
    const sent = { ...command(1, 'sent'), attempts: 1 };
    expect(takeCommand([sent], command(1))).toEqual([sent]);
    expect(takeCommand([sent], { ...command(1), attempts: 1 })).toEqual([{ ...command(1), attempts: 1 }]);
  });

  it.each(['accepted', 'expired', 'deleted'] as const)('[C-037] lets go of one that is %s', (state) => {
    expect(takeCommand([command(1), command(2)], command(1, state))).toEqual([command(2)]);
    expect(takeCommand([command(2)], command(1, state))).toEqual([command(2)]);
  });

  it('keeps one that is rejected', () => {
    expect(takeCommand([command(1)], command(1, 'rejected'))).toEqual([command(1, 'rejected')]);
  });

  it('is counted: what waits, and what was rejected', () => {
    expect(describeQueue([command(1), command(2, 'sent'), command(3, 'rejected')])).toBe(
      '2 waiting for the device, 1 rejected',
    );
    expect(describeQueue([command(3, 'rejected')])).toBe('1 rejected');
    expect(describeQueue([])).toBe('');
  });
});

describe('a queued command', () => {
  it('is old when the device should have called twice since', () => {
    const rhythm = { lastPowerMode: 2, schedule: 0 };
    const queuedAt = (minutes: number) => ({
      state: 'queued' as const,
      queuedAt: new Date(NOW - minutes * 60_000).toISOString().slice(0, 19),
    });
    expect(isOld(queuedAt(80), rhythm, NOW)).toBe(false);
    expect(isOld(queuedAt(81), rhythm, NOW)).toBe(true);
    expect(isOld({ ...queuedAt(81), state: 'rejected' as const }, rhythm, NOW)).toBe(false);
  });

  it('tells who queued it, and on whose behalf', () => {
    expect(describeSender(exampleCommand)).toBe('Dana Reyes');
    expect(describeSender({ queuedBy: 'Dana Reyes', source: 'broadcast' })).toBe('Dana Reyes, broadcast');
  });

  it('tells how often it was sent, what the gateway says and when it expires', () => {
    const waiting = {
      ...command(1, 'sent'),
      attempts: 2,
      note: 'The gateway has it.',
      expiresAt: '2026-03-18 02:04:00',
    };
    expect(listRemarks(waiting)).toEqual(['The gateway has it.', 'Sent 2 times so far', 'Expires 2026-03-18 02:04:00']);
    expect(listRemarks({ ...command(1), attempts: 1 })).toEqual(['Sent once so far']);
    expect(listRemarks({ ...command(1, 'sent'), attempts: 1 })).toEqual([]);
  });

  it('that was rejected tells why, and no more', () => {
    const rejected = {
      ...command(1, 'rejected'),
      attempts: 3,
      note: 'The device is busy.',
      expiresAt: '2026-03-18 02:04:00',
    };
    expect(listRemarks(rejected)).toEqual(['The device is busy.']);
  });

  it('steps tell who or what did it', () => {
    expect(describeStep({ by: 'Dana Reyes', detail: null })).toBe('by Dana Reyes');
    expect(describeStep({ by: null, detail: 'iridium' })).toBe('over satellite');
    expect(describeStep({ by: 'Dana Reyes', detail: 'The device has left the company.' })).toBe(
      'by Dana Reyes, The device has left the company.',
    );
    expect(describeStep({ by: null, detail: null })).toBe('');
  });
});
