import { describe, expect, it } from 'vitest';
import { searchUids } from './search-uids.ts';

describe('the device search', () => {
  const uids = [910_490, 10_490, 10_488, 20_104, 555];

  it('finds uids by any part, those that begin with it first', () => {
    expect(searchUids(uids, '104')).toEqual([10_488, 10_490, 20_104, 910_490]);
    expect(searchUids(uids, ' 555 ')).toEqual([555]);
  });

  it('finds nothing for an empty text', () => {
    expect(searchUids(uids, '  ')).toEqual([]);
    expect(searchUids(uids, '777')).toEqual([]);
    expect(searchUids(uids, 'abc')).toEqual([]);
  });

  it('returns at most 30 uids', () => {
    const many = Array.from({ length: 5000 }, (_, index) => 100_000 + index);
    expect(searchUids(many, '1')).toHaveLength(30);
  });
});
