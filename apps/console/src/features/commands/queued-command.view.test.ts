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
  it('[C-037] takeCommand appends a new command, and updates a known one in place', () => {
    const list = [command(1), command(3)];
    expect(takeCommand(list, command(4))).toEqual([command(1), command(3), command(4)]);
    expect(takeCommand(list, command(1, 'sent'))).toEqual([command(1, 'sent'), command(3)]);
  });

  it('takeCommand keeps the order of the queue when an event is late', () => {
    expect(takeCommand([command(1), command(3)], command(2)).map(({ commandId }) => commandId)).toEqual([1, 2, 3]);
  });

  it('takeCommand keeps the newer state when the event of queueing arrives after that of sending', () => {
    const sent = { ...command(1, 'sent'), attempts: 1 };
    expect(takeCommand([sent], command(1))).toEqual([sent]);
    expect(takeCommand([sent], { ...command(1), attempts: 1 })).toEqual([{ ...command(1), attempts: 1 }]);
  });

  it.each(['accepted', 'expired', 'deleted'] as const)('[C-037] takeCommand removes a command that is %s', (state) => {
    expect(takeCommand([command(1), command(2)], command(1, state))).toEqual([command(2)]);
    expect(takeCommand([command(2)], command(1, state))).toEqual([command(2)]);
  });

  it('takeCommand keeps a rejected command', () => {
    expect(takeCommand([command(1)], command(1, 'rejected'))).toEqual([command(1, 'rejected')]);
  });

  it('describeQueue counts pending and rejected commands', () => {
    expect(describeQueue([command(1), command(2, 'sent'), command(3, 'rejected')])).toBe(
      '2 waiting for the device, 1 rejected',
    );
    expect(describeQueue([command(3, 'rejected')])).toBe('1 rejected');
    expect(describeQueue([])).toBe('');
  });
});

describe('a queued command', () => {
  it('a command is old if the device should have connected twice since', () => {
    const rhythm = { lastPowerMode: 2, schedule: 0 };
    const queuedAt = (minutes: number) => ({
      state: 'queued' as const,
      queuedAt: new Date(NOW - minutes * 60_000).toISOString().slice(0, 19),
    });
    expect(isOld(queuedAt(80), rhythm, NOW)).toBe(false);
    expect(isOld(queuedAt(81), rhythm, NOW)).toBe(true);
    expect(isOld({ ...queuedAt(81), state: 'rejected' as const }, rhythm, NOW)).toBe(false);
  });

  it('a command names who queued it, and on whose behalf', () => {
    expect(describeSender(exampleCommand)).toBe('Dana Reyes');
    expect(describeSender({ queuedBy: 'Dana Reyes', source: 'broadcast' })).toBe('Dana Reyes, broadcast');
  });

  it("a command shows its attempts, the gateway's note and its expiry", () => {
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

  it('a rejected command shows only its reason', () => {
    const rejected = {
      ...command(1, 'rejected'),
      attempts: 3,
      note: 'The device is busy.',
      expiresAt: '2026-03-18 02:04:00',
    };
    expect(listRemarks(rejected)).toEqual(['The device is busy.']);
  });

  it('a step names who or what caused it', () => {
    expect(describeStep({ by: 'Dana Reyes', detail: null })).toBe('by Dana Reyes');
    expect(describeStep({ by: null, detail: 'iridium' })).toBe('over satellite');
    expect(describeStep({ by: 'Dana Reyes', detail: 'The device has left the company.' })).toBe(
      'by Dana Reyes, The device has left the company.',
    );
    expect(describeStep({ by: null, detail: null })).toBe('');
  });
});
