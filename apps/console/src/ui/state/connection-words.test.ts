import { describe, expect, it } from 'vitest';
import { describeConnection } from './connection-words.ts';

const sinceAt = Date.UTC(2026, 2, 18, 0, 5, 12);
const dataAt = Date.UTC(2026, 2, 18, 0, 5, 9);

describe('the connection pill', () => {
  it('says no more than Live while the data is live', () => {
    expect(describeConnection({ state: 'live' })).toEqual({ word: 'Live', detail: '' });
  });

  it('says since when it reconnects and how old the shown data is', () => {
    expect(describeConnection({ state: 'reconnecting', sinceAt, dataAt })).toEqual({
      word: 'Reconnecting',
      detail: 'since 00:05:12, data as of 00:05:09',
    });
  });

  it('leaves out what is not known', () => {
    expect(describeConnection({ state: 'reconnecting', sinceAt }).detail).toBe('since 00:05:12');
    expect(describeConnection({ state: 'offline' })).toEqual({ word: 'Offline', detail: '' });
    expect(describeConnection({ state: 'offline', dataAt }).detail).toBe('data as of 00:05:09');
  });
});
