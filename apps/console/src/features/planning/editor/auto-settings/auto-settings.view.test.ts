import type { Marker } from '@waymark/domain/path/marker';
import { describe, expect, it } from 'vitest';
import { describeAuto, listTracked, toggleAll, toggleAuto } from './auto-settings.view.ts';

const marker = (name: string, state: Marker['state'] = 'TRACK'): Marker => ({
  name,
  lat: 36,
  lon: -96,
  state,
  description: 'AGM',
  note: '',
  distanceMetres: null,
  fromLaunchM: 0,
  autoLink: false,
  autoVerify: false,
  autoLinkedUids: [],
  linkedUid: null,
});
const MARKERS = [marker('S', 'SKIP'), marker('A'), marker('B'), marker('E', 'SKIP')];
const on = (markers: readonly Marker[], setting: 'autoLink' | 'autoVerify') =>
  markers.filter((each) => each[setting]).map(({ name }) => name);

describe('the auto settings', () => {
  it('[R-046] listTracked returns the TRACK markers, each with its own Auto Link and Auto Verify', () => {
    expect(listTracked(MARKERS).map(({ name }) => name)).toEqual(['A', 'B']);
    const linked = toggleAuto(MARKERS, 'A', 'autoLink');
    expect([on(linked, 'autoLink'), on(linked, 'autoVerify')]).toEqual([['A'], []]);
    expect(toggleAuto(MARKERS, 'S', 'autoLink')).toEqual(MARKERS);
    expect(describeAuto(linked)).toBe('1 Auto Link, 0 Auto Verify');
  });

  it('[R-047] toggleAll turns a setting on for all markers, and off if it is on for all', () => {
    const one = toggleAuto(MARKERS, 'A', 'autoVerify');
    const all = toggleAll(one, 'autoVerify');
    expect([on(all, 'autoVerify'), on(all, 'autoLink')]).toEqual([['A', 'B'], []]);
    expect(on(toggleAll(all, 'autoVerify'), 'autoVerify')).toEqual([]);
  });

  it('describeAuto says that nothing is tracked', () => {
    expect(describeAuto([marker('S', 'SKIP')])).toBe('No TRACK markers');
  });
});
