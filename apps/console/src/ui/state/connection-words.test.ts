import { UTC } from '@waymark/domain/time/zone';
import { describe, expect, it } from 'vitest';
import { describeLoss, nameConnection } from './connection-words.ts';

const sinceAt = Date.UTC(2026, 2, 18, 0, 5, 12);
const dataAt = Date.UTC(2026, 2, 18, 0, 5, 9);
const now = Date.UTC(2026, 2, 18, 14);

describe('the connection pill', () => {
  it('the pill names the state of the connection', () => {
    const states = ['live', 'reconnecting', 'offline'] as const;
    const names = states.map((state) => nameConnection(state === 'reconnecting' ? { state, sinceAt } : { state }));
    expect(names).toEqual(['Live', 'Reconnecting', 'Offline']);
  });

  it('the pill says since when it reconnects and the age of the data', () => {
    const words = describeLoss({ state: 'reconnecting', sinceAt, dataAt }, now, UTC);
    expect(words).toBe('since 00:05:12 UTC, data as of 00:05:09 UTC');
  });

  it('times of another day have their date', () => {
    const words = describeLoss({ state: 'offline', sinceAt, dataAt: sinceAt - 3_600_000 }, now, UTC);
    expect(words).toBe('since 00:05:12 UTC, data as of 03-17 23:05:12 UTC');
  });

  it('the pill leaves out unknown times', () => {
    expect(describeLoss({ state: 'reconnecting', sinceAt }, now, UTC)).toBe('since 00:05:12 UTC');
    expect(describeLoss({ state: 'offline' }, now, UTC)).toBe('');
    expect(describeLoss({ state: 'offline', dataAt }, now, UTC)).toBe('data as of 00:05:09 UTC');
  });
});
