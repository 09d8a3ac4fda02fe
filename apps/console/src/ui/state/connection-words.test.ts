import { describe, expect, it } from 'vitest';
import { describeConnection } from './connection-words.ts';

const sinceAt = Date.UTC(2026, 2, 18, 0, 5, 12);
const dataAt = Date.UTC(2026, 2, 18, 0, 5, 9);

describe('the connection pill', () => {
  it('the pill says Live while the data is live', () => {
    expect(describeConnection({ state: 'live' })).toEqual({ word: 'Live', detail: '' });
  });

  it('the pill says since when it reconnects and the age of the data', () => {
    expect(describeConnection({ state: 'reconnecting', sinceAt, dataAt })).toEqual({
      word: 'Reconnecting',
      detail: 'since 00:05:12 UTC, data as of 00:05:09 UTC',
    });
  });

  it('the pill leaves out unknown times', () => {
    expect(describeConnection({ state: 'reconnecting', sinceAt }).detail).toBe('since 00:05:12 UTC');
    expect(describeConnection({ state: 'offline' })).toEqual({ word: 'Offline', detail: '' });
    expect(describeConnection({ state: 'offline', dataAt }).detail).toBe('data as of 00:05:09 UTC');
  });
});
