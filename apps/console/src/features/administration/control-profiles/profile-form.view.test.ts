import { describe, expect, it } from 'vitest';
import {
  beginProfile,
  describeProfile,
  findProfileFault,
  moveRow,
  nextKey,
  toSentProfile,
} from './profile-form.view.ts';

const named = { ...beginProfile(null), name: 'A' };

describe('the form of a column profile', () => {
  it('[W-522] a new profile begins with all columns and can be sent once it has a name', () => {
    expect(findProfileFault(beginProfile(null), 'us')).toBe('Enter a name.');
    expect(findProfileFault(named, 'us')).toBeNull();
    expect(toSentProfile(named)).toMatchObject({ id: null, name: 'A', gapKm: 2 });
  });

  it.each([
    [{ columns: [] }, 'Add a column.'],
    [{ columns: named.columns.map((row) => ({ ...row, heading: ' ' })) }, 'Each column needs a heading.'],
    [{ columns: named.columns.map((row) => ({ ...row, decimals: '' })) }, 'Decimals are whole numbers from 0 to 8.'],
    [{ gapKm: 0 }, 'A gap is longer than 0 and at most 621 mi.'],
    [{ gapKm: Number.NaN }, 'A gap is longer than 0 and at most 621 mi.'],
    [{ gapKm: 1000.1 }, 'A gap is longer than 0 and at most 621 mi.'],
    [{ gapKm: 1000 }, null],
    [{ gapKm: null }, null],
  ])('[W-522] the fault of %j is %s', (part, fault) => {
    expect(findProfileFault({ ...named, ...part }, 'us')).toBe(fault);
  });

  it('[W-522] a column moves by one place and stays at the ends', () => {
    const rows = named.columns.slice(0, 3);
    const keysOf = (moved: readonly { key: number }[]) => moved.map(({ key }) => key);
    expect(keysOf(moveRow(rows, 2, -1))).toEqual([0, 2, 1]);
    expect(keysOf(moveRow(rows, 0, 1))).toEqual([1, 0, 2]);
    expect(keysOf(moveRow(rows, 0, -1))).toEqual([0, 1, 2]);
    expect(keysOf(moveRow(rows, 2, 1))).toEqual([0, 1, 2]);
    expect(nextKey([])).toBe(0);
  });

  it('[W-306] a profile says its gap in the units of the user', () => {
    const columns = [{ column: 'name', heading: 'AGM', unit: 'm', decimals: 0 } as const];
    expect(describeProfile({ columns, gapKm: 2 }, 'us')).toBe('1 column, gaps longer than 1.24 mi');
    expect(describeProfile({ columns, gapKm: 2 }, 'metric')).toBe('1 column, gaps longer than 2.00 km');
    expect(describeProfile({ columns, gapKm: null }, 'us')).toBe('1 column');
  });
});
