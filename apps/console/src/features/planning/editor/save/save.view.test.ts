import { describe, expect, it } from 'vitest';
import { describeReason, describeSaveFailure, describeSent } from './save.view.ts';

describe('the messages of a save', () => {
  it('[R-123] describeSaveFailure distinguishes new and existing paths', () => {
    expect(describeSaveFailure(-1)).toBe('Unable to create pig path. Confirm field validations.');
    expect(describeSaveFailure(12)).toBe('Unable to update pig path. Confirm field validations.');
    expect(describeReason({ message: 'Duplicate pig name: a', logId: 4711 })).toBe(
      'Duplicate pig name: a LogId = [4711]',
    );
    expect(describeReason({ message: 'The server cannot be reached.' })).toBe('The server cannot be reached.');
  });

  it('describeSent says how many commands were sent, and how many AGMs cannot take them', () => {
    expect(describeSent({ queued: 6, failed: [] })).toBe('6 commands queued.');
    expect(describeSent({ queued: 1, failed: [{}] })).toBe('1 command queued; 1 AGM cannot take all of them.');
  });
});
