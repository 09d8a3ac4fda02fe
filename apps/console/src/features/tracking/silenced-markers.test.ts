import type { Silence } from '@waymark/domain/alert/silence';
import { after, plainRun } from '@waymark/domain/run/testing/plain-run';
import { expect, test } from 'vitest';
import { listSilencedMarkers } from './silenced-markers.ts';

const plain = plainRun();
const markers = plain.path.markers.map((marker) => (marker.name === 'M3' ? { ...marker, linkedUid: 100_234 } : marker));
const run = { ...plain, path: { ...plain.path, markers } };
const silence: Silence = {
  groupId: run.groupId,
  pathId: null,
  markerName: null,
  uid: null,
  kind: null,
  fromAt: after(0),
  untilAt: after(600),
};
const { pathId } = run.path;

test.each<[string, Partial<Silence>, string[]]>([
  ['a marker', { pathId, markerName: 'M2' }, ['1 M2']],
  ['a device', { uid: 100_234 }, ['1 M3']],
  ['a device elsewhere', { uid: 100_999 }, []],
  ['the path, which its run card names', { pathId }, []],
  ['another company', { groupId: run.groupId + 1, uid: 100_234 }, []],
])('[W-345] a silence of %s marks these markers on the map', (_what, change, keys) => {
  expect([...listSilencedMarkers([run], [{ ...silence, ...change }], after(300))]).toEqual(keys);
});

test('[W-345] a marker is marked from the first instant of its silence until its end', () => {
  const ofMarker = [{ ...silence, pathId, markerName: 'M2' }];
  const sizeAt = (seconds: number) => listSilencedMarkers([run], ofMarker, after(seconds)).size;
  expect([sizeAt(-1), sizeAt(0), sizeAt(599), sizeAt(600)]).toEqual([0, 1, 1, 0]);
});
