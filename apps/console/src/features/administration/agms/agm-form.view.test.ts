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

it('[D-047] [D-048] [G-044] asks for a uid: numeric, required, under 15 characters', () => {
  expect(['', 'AGM-1', '1'.repeat(15)].map(validateUid)).toEqual(['Invalid UID', 'Invalid UID', 'Invalid UID']);
  expect(['10490', '1'.repeat(14)].map(validateUid)).toEqual([null, null]);
});

it('asks for a group', () => {
  expect([null, '', '3'].map(validateGroup)).toEqual(['Group required', 'Group required', null]);
});

it('tells in which group a uid exists', () => {
  expect(describeExistingUid(3, 'This UID exists already.')).toBe('UID exists in Group Number: 3');
  expect(describeExistingUid(undefined, 'This UID exists already.')).toBe('This UID exists already.');
});

it('takes an IMEI of 15 digits, or none', () => {
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

  it('[G-046] is read as numbers with decimals', () => {
    expect(readPosition({ lat: ' 36.1301', lon: '-96.0302 ' })).toEqual({ lat: 36.1301, lon: -96.0302 });
    expect(readPosition({ lat: '36', lon: '181' })).toBeNull();
  });

  it('is whole, or left open', () => {
    expect(check('36.1', '-96')).toEqual([null, null]);
    expect(check('', '')).toEqual([null, null]);
    expect(check('36.1', '')).toEqual([null, 'Invalid longitude']);
    expect(check('north', '-181')).toEqual(['Invalid latitude', 'Invalid longitude']);
    expect(readPosition({ lat: '', lon: '' })).toEqual({ lat: 0, lon: 0 });
  });

  it('must be given where it is the new site', () => {
    expect(check('', '', knownPositionRules)).toEqual(['Invalid latitude', 'Invalid longitude']);
  });
});

describe('a changed AGM', () => {
  const stored = { uid: 7, group: 3, lat: 36.1, lon: -96, imei: '300234010753370' };
  const form = toAgmForm(stored);

  it('sends what is new, and nothing else', () => {
    expect(toAgmChange(stored, form)).toEqual({});
    expect(toAgmChange(stored, { ...form, imei: '' })).toEqual({ imei: '' });
    expect(toAgmChange(stored, { ...form, lat: '36.2' })).toEqual({ lat: 36.2, lon: -96 });
    expect(toAgmChange(stored, { ...form, lat: '', lon: '' })).toEqual({ lat: 0, lon: 0 });
  });

  it('that moves sends its company, and a position only if one was typed', () => {
    const moved = { ...form, group: '4', lat: '', lon: '' };
    expect([isMove(stored, form), isMove(stored, moved)]).toEqual([false, true]);
    expect(toAgmChange(stored, moved)).toEqual({ group: 4 });
    expect(toAgmChange(stored, { ...moved, lat: '36.1', lon: '-96' })).toEqual({ group: 4, lat: 36.1, lon: -96 });
  });
});
