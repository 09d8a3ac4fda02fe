import { describe, expect, it } from 'vitest';
import { NEW_DRAFT } from '../draft.ts';
import { addAgms, chooseAgms, findCompany, listCompanies, removeAgms } from './agm-list.ts';

const device = (uid: number, change: object = {}) => ({
  uid,
  groupId: 1,
  lat: 36,
  lon: -96,
  isConnected: true,
  ...change,
});
const KNOWN = [device(3), device(1), device(2, { isConnected: false }), device(9, { groupId: 2 })];

describe('the AGMs of a path', () => {
  it('[R-029] addAgms adds AGMs by uid, each once', () => {
    const one = addAgms(NEW_DRAFT, [device(3)], KNOWN);
    expect(addAgms(one, [device(3), device(1)], KNOWN).agms).toEqual([1, 3]);
    expect(addAgms(one, [device(3)], KNOWN)).toBe(one);
  });

  it('addAgms adds AGMs of one company only: that of the first', () => {
    expect(addAgms(NEW_DRAFT, [device(9, { groupId: 2 }), device(1)], KNOWN).agms).toEqual([9]);
    expect(addAgms({ ...NEW_DRAFT, agms: [1] }, KNOWN, KNOWN).agms).toEqual([1, 2, 3]);
    expect([findCompany([9], KNOWN), findCompany([77], KNOWN), listCompanies(KNOWN)]).toEqual([2, null, [1, 2]]);
  });

  it('[R-049] addAgms keeps the last place of offline AGMs, and none if they never sent one', () => {
    const draft = addAgms(
      NEW_DRAFT,
      [device(1), device(2, { isConnected: false }), device(4, { isConnected: false, lat: null, lon: null })],
      KNOWN,
    );
    expect(draft.offlineAgms).toEqual({ 2: { lat: 36, lon: -96 } });
    expect(removeAgms(draft, new Set([2]))).toMatchObject({ agms: [1, 4], offlineAgms: {} });
  });

  it('[R-030] chooseAgms replaces the AGMs, but keeps those that the list no longer has', () => {
    const draft = { ...NEW_DRAFT, agms: [1, 77] };
    expect(chooseAgms(draft, new Set([2, 3]), KNOWN).agms).toEqual([2, 3, 77]);
    expect(chooseAgms(draft, new Set(), KNOWN).agms).toEqual([77]);
  });
});
