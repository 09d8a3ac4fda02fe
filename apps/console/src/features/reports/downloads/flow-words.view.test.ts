import { describe, expect, it } from 'vitest';
import {
  describeDay,
  describeOldFirmware,
  describeOpenSession,
  describeReportException,
  describeServiceException,
} from './flow-words.view.ts';

describe('the texts of the download flow', () => {
  it.each([
    ['2026-03-08 00:00:00', 'Mar 8, 2026'],
    ['2026-12-31 23:59:59', 'Dec 31, 2026'],
  ])('%s is %s', (text, day) => {
    expect(describeDay(text)).toBe(day);
  });

  it('[O-073] describes an open session', () => {
    expect(
      describeOpenSession({ name: 'Dana Reyes', createdDate: '2026-03-18 10:02:11.204000', uids: [100_234, 100_235] }),
    ).toBe(
      'A download recorded passage data session was started by Dana Reyes on Mar 18, 2026 utilizing AGMs = [100234, 100235] that is still open. Do you wish to end the current session to continue?',
    );
  });

  it('[O-072] describes devices with too old firmware', () => {
    expect(describeOldFirmware([100_234]).text).toBe(
      'The firmware for the AGM(s) [100234] must be upgraded to download recorded passage data.',
    );
  });

  it('[O-070, O-071] describes a failure of resume, cancel or command queue, and other failures', () => {
    const error = { message: 'It broke.', logId: 4711 };
    expect(describeServiceException(error)).toEqual({
      title: 'Service Exception',
      text: 'A service exception has occurred. LogId = [4711]',
    });
    expect(describeReportException(error)).toEqual({
      title: 'Report Manager Service Exception',
      text: 'A report manager service exception has occurred. LogId = [4711]',
    });
  });
});
