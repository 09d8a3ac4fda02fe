import { describe, expect, it } from 'vitest';
import {
  describeExistingUid,
  isMove,
  toAgmChange,
  toAgmForm,
  validateGroup,
  validateImei,
  validateUid,
} from './agm-form.view.ts';
import { knownPositionRules, positionRules, readPosition } from '#/features/devices/site/position-form.view.ts';

it('[D-047] [D-048] [G-044] requires a uid: numeric, under 15 characters', () => {
  expect(['', 'AGM-1', '1'.repeat(15)].map(validateUid)).toEqual(['Invalid UID', 'Invalid UID', 'Invalid UID']);
  expect(['10490', '1'.repeat(14)].map(validateUid)).toEqual([null, null]);
});

it('requires a group', () => {
  expect([null, '', '3'].map(validateGroup)).toEqual(['Group required', 'Group required', null]);
});

it('names the group of an existing uid', () => {
  expect(describeExistingUid(3, 'This UID exists already.')).toBe('UID exists in Group Number: 3');
  expect(describeExistingUid(undefined, 'This UID exists already.')).toBe('This UID exists already.');
});

it('accepts an IMEI of 15 digits, or none', () => {
  expect(['', ' 300234010753370 ', '30023401075337', '30023401075337x'].map(validateImei)).toEqual([
    null,
    null,
    'An IMEI has 15 digits.',
    'An IMEI has 15 digits.',
  ]);
});

describe('a position', () => {
  const check = (lat: string, lon: string, rules = positionRules) => [
    rules.lat(lat, { lat, lon }),
    rules.lon(lon, { lat, lon }),
  ];

  it('[G-046] a position is read as numbers with decimals', () => {
    expect(readPosition({ lat: ' 36.1301', lon: '-96.0302 ' })).toEqual({ lat: 36.1301, lon: -96.0302 });
    expect(readPosition({ lat: '36', lon: '181' })).toBeNull();
  });

  it('a position is complete, or empty', () => {
    expect(check('36.1', '-96')).toEqual([null, null]);
    expect(check('', '')).toEqual([null, null]);
    expect(check('36.1', '')).toEqual([null, 'Invalid longitude']);
    expect(check('north', '-181')).toEqual(['Invalid latitude', 'Invalid longitude']);
    expect(readPosition({ lat: '', lon: '' })).toEqual({ lat: 0, lon: 0 });
  });

  it('a position is required for a new site', () => {
    expect(check('', '', knownPositionRules)).toEqual(['Invalid latitude', 'Invalid longitude']);
  });
});

describe('a changed AGM', () => {
  const stored = { uid: 7, group: 3, lat: 36.1, lon: -96, imei: '300234010753370' };
  const form = toAgmForm(stored);

  it('a changed AGM sends only the changes', () => {
    expect(toAgmChange(stored, form)).toEqual({});
    expect(toAgmChange(stored, { ...form, imei: '' })).toEqual({ imei: '' });
    expect(toAgmChange(stored, { ...form, lat: '36.2' })).toEqual({ lat: 36.2, lon: -96 });
    expect(toAgmChange(stored, { ...form, lat: '', lon: '' })).toEqual({ lat: 0, lon: 0 });
  });

  it('a moved AGM sends its company, and a position only if one was typed', () => {
    const moved = { ...form, group: '4', lat: '', lon: '' };
    expect([isMove(stored, form), isMove(stored, moved)]).toEqual([false, true]);
    expect(toAgmChange(stored, moved)).toEqual({ group: 4 });
    expect(toAgmChange(stored, { ...moved, lat: '36.1', lon: '-96' })).toEqual({ group: 4, lat: 36.1, lon: -96 });
  });
});
