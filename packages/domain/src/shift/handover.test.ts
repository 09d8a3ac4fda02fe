import { describe, expect, it } from 'vitest';
import { findAcceptFault, FRESH_MS, isFresh } from './handover.ts';

describe('findAcceptFault', () => {
  const waiting = { signedBy: 12, acceptedAt: null };

  it('lets another user accept without a remark', () => {
    expect(findAcceptFault(waiting, { userId: 14, remark: '' })).toBeNull();
  });

  it('asks the user who signed for a remark', () => {
    expect(findAcceptFault(waiting, { userId: 12, remark: '' })).toBe('remark-missing');
    expect(findAcceptFault(waiting, { userId: 12, remark: 'No relief came' })).toBeNull();
  });

  it('refuses a second acceptance, with a remark too', () => {
    const accepted = { ...waiting, acceptedAt: 0 };
    expect(findAcceptFault(accepted, { userId: 14, remark: 'x' })).toBe('accepted');
    expect(findAcceptFault(accepted, { userId: 12, remark: '' })).toBe('accepted');
  });
});

it('a sheet is fresh for 30 minutes, the last instant included', () => {
  expect(isFresh(0, FRESH_MS)).toBe(true);
  expect(isFresh(0, FRESH_MS + 1)).toBe(false);
});
