import { expect, it } from 'vitest';
import {
  describeCount,
  describeSender,
  describeSize,
  EMPTY_FORM,
  formChecks,
  isNarrowed,
  isTelling,
  nameMessage,
  readForm,
  REASONS,
} from './rejections.view.ts';

it('[W-169] the filter requests the given values', () => {
  const form = { uid: ' 100234 ', group: '3', link: 'iridium', reason: 'future', from: '2026-03-18', to: '' };
  expect(readForm(form, undefined)).toEqual({
    uid: 100_234,
    groupId: 3,
    link: 'iridium',
    reason: 'future',
    startDate: '2026-03-18 00:00:00',
    endDate: undefined,
  });
  expect(readForm({ ...EMPTY_FORM, link: 'fax', reason: 'none' }, 7)).toMatchObject({
    uid: 7,
    link: undefined,
    reason: undefined,
  });
});

it('[W-169] the window of a device is filtered by the other values', () => {
  expect(isNarrowed({ uid: 7 }, 7)).toBe(false);
  expect(isNarrowed({ uid: 7, link: 'iridium' }, 7)).toBe(true);
  expect(isNarrowed({ uid: 7 }, undefined)).toBe(true);
});

it.each(['', ' 100234 ', '99999999999999'])('the filter accepts %j as a UID', (text) => {
  expect(formChecks.uid(text)).toBeNull();
});

it.each(['AGM 1', '0', '100000000000000', '-1'])('the filter refuses %j as a UID', (text) => {
  expect(formChecks.uid(text)).toBe('A UID is a number');
});

it('[W-169] reasons are offered in plain words, sorted', () => {
  expect(REASONS.find(({ value }) => value === 'clock-not-set')?.label).toBe('Clock not set');
  const labels = REASONS.map(({ label }) => label);
  expect(labels).toEqual(labels.toSorted((one, other) => one.localeCompare(other)));
});

it('[W-168] a sender without a device, and a row without a company, say so', () => {
  expect(describeSender({ uid: 7, groupId: 1, sender: 'agm-7' })).toEqual({ name: 'AGM 7', aside: null });
  expect(describeSender({ uid: 7, groupId: null, sender: 'x' }).aside).toBe('No company known');
  expect(describeSender({ uid: null, groupId: null, sender: '3002' })).toEqual({ name: '3002', aside: 'No device' });
});

it('[W-166] a row shows how often, and since when', () => {
  const at = { firstAt: '2026-03-18 00:00:12', lastAt: '2026-03-18 00:06:51' };
  expect(describeCount({ count: 1, firstAt: at.lastAt, lastAt: at.lastAt })).toEqual({ times: '1×', since: null });
  expect(describeCount({ count: 1400, ...at })).toEqual({ times: '1,400×', since: 'since 00:00:12' });
  const sinceYesterday = describeCount({ ...at, count: 2, firstAt: '2026-03-17 23:59:12' });
  expect(sinceYesterday.since).toBe('since 2026-03-17 23:59:12');
});

it.each([
  ['agm/v1/100234/up/hb', 'hb'],
  ['agm/v1/100234/up/waveform/7/elf', 'waveform/7/elf'],
  ['directip', 'directip'],
])('[W-169] the message of %s is %s', (topic, name) => {
  expect(nameMessage(topic)).toBe(name);
});

it('[W-169] a detail that repeats the name of its reason is left out', () => {
  expect(isTelling('not JSON', 'Not JSON')).toBe(false);
  expect(isTelling('', 'Not JSON')).toBe(false);
  expect(isTelling('lat: too big', 'Wrong field')).toBe(true);
});

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [5000, '5,000 bytes'],
])('%d bytes are %s', (size, text) => {
  expect(describeSize(size)).toBe(text);
});
