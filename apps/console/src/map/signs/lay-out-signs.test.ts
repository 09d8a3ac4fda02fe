import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlap } from './box-grid.ts';
import { measureWorld, toPlace, toWorld, type WorldPoint } from './cluster-signs.ts';
import {
  ICONS_FROM_ZOOM,
  layOutSigns,
  type PlacedDevice,
  type PlacedMarker,
  type Sign,
  type SignContent,
} from './lay-out-signs.ts';

const MIDDLE = toWorld(36, -97);

/** A place this many px to the right and down at a zoom. */
const placeAt = (right: number, down: number, zoom: number) =>
  toPlace({ x: MIDDLE.x + right / measureWorld(zoom), y: MIDDLE.y + down / measureWorld(zoom) });

const makeDevice = (uid: number, right: number, down: number, zoom: number): PlacedDevice => ({
  uid,
  ...placeAt(right, down, zoom),
  isAlarmed: false,
  hasCount: false,
});

const makeMarker = (name: string, right: number, zoom: number, rest: Partial<PlacedMarker> = {}): PlacedMarker => ({
  key: `1 ${name}`,
  runId: 1,
  ...placeAt(right, 0, zoom),
  weight: 'track',
  name,
  isAlarmed: false,
  uids: [],
  ...rest,
});

const content = (rest: Partial<SignContent>): SignContent => ({
  devices: [],
  markers: [],
  lineOf: new Map(),
  pigs: [],
  pinnedUid: null,
  pinnedMarker: null,
  ...rest,
});

const uidsOf = ({ members }: Sign) => members.map(({ device }) => device?.uid);

describe('the layout of signs', () => {
  it('[W-287] a device on its marker is one sign at the place of the marker, until they come apart', () => {
    const [marker, device] = [makeMarker('M1', 0, 13, { uids: [7] }), makeDevice(7, 12, 5, 13)];
    const layout = layOutSigns(content({ markers: [marker], devices: [device] }), 13);
    expect(layout.signs).toHaveLength(1);
    expect(layout.signs[0]).toMatchObject({ id: 7, at: MIDDLE, members: [{ device, marker }] });
    expect(layout.markers.get('1 M1')).toMatchObject({ form: 'icon', isOnDevice: true });
    const apart = layOutSigns(content({ markers: [marker], devices: [device] }), 14);
    expect(apart.signs).toHaveLength(2);
    expect(apart.markers.get('1 M1')).toMatchObject({ form: 'icon', isOnDevice: false });
  });

  it('[W-287] a device that is not linked to the marker is a sign of its own', () => {
    const layout = layOutSigns(
      content({ markers: [makeMarker('M1', 0, 13)], devices: [makeDevice(7, 18, 0, 13)] }),
      13,
    );
    expect(layout.signs).toHaveLength(2);
  });

  it('[W-284] the selected device and the selected marker leave their cluster', () => {
    const devices = [1, 2, 3].map((uid) => makeDevice(uid, uid, 0, 8));
    const markers = [makeMarker('M1', 5, 8)];
    expect(layOutSigns(content({ devices, markers }), 8).signs).toHaveLength(1);
    const chosen = layOutSigns(content({ devices, markers, pinnedUid: 2 }), 8);
    expect(chosen.signs.map(uidsOf)).toEqual([[undefined, 1, 3], [2]]);
    const marked = layOutSigns(content({ devices, markers, pinnedMarker: '1 M1' }), 8);
    expect(marked.signs).toHaveLength(2);
    expect(marked.markers.get('1 M1')).toMatchObject({ form: 'icon' });
  });

  it('[W-283] the markers of a cluster are hidden; the only end of a line stands on its cluster', () => {
    const end = makeMarker('Launch', 0, 9, { weight: 'end' });
    const markers = [end, makeMarker('M1', 10, 9), makeMarker('M2', 200, 9)];
    const layout = layOutSigns(content({ markers }), 9);
    expect([...layout.markers].map(([key, { form, isOnDevice }]) => [key, form, isOnDevice])).toEqual([
      ['1 Launch', 'icon', true],
      ['1 M1', 'hidden', true],
      ['1 M2', 'icon', false],
    ]);
    const far = makeMarker('Receive', 20, 9, { weight: 'end' });
    expect(layOutSigns(content({ markers: [end, far] }), 9).markers.get('1 Launch')?.form).toBe('hidden');
  });

  it('[W-284] a cluster stands beside a pig', () => {
    const devices = [1, 2].map((uid) => makeDevice(uid, uid, 0, 8));
    const at = (pig: WorldPoint) => layOutSigns(content({ devices, pigs: [pig] }), 8).signs[0]?.at ?? MIDDLE;
    for (const pig of [MIDDLE, toWorld(devices[0]?.lat ?? 0, devices[0]?.lon ?? 0)]) {
      const { x, y } = at(pig);
      expect(Math.hypot(x - pig.x, y - pig.y) * measureWorld(8)).toBeGreaterThanOrEqual(32.9);
    }
  });

  it('[W-284] a cluster stands beside an alarm', () => {
    const devices = [1, 2].map((uid) => makeDevice(uid, uid, 0, 8));
    const alarm = { ...makeDevice(3, 0, 0, 8), isAlarmed: true };
    const { signs } = layOutSigns(content({ devices: [...devices, alarm] }), 8);
    const [cluster, lone] = signs;
    if (!cluster || !lone) throw new Error('there are no two signs');
    expect([cluster.members.length, lone.members.length]).toEqual([2, 1]);
    const apart = Math.hypot(cluster.at.x - lone.at.x, cluster.at.y - lone.at.y) * measureWorld(8);
    expect(apart).toBeGreaterThanOrEqual(29.9);
    expect(apart).toBeLessThan(50);
  });

  it('[W-286] a count has its plate only if no other sign is there', () => {
    const device = { ...makeDevice(1, 0, 0, 8), hasCount: true };
    const hasRoom = (down: number) =>
      layOutSigns(content({ devices: [device, makeDevice(2, 0, down, 8)] }), 8).signs[0]?.hasCountRoom;
    expect([hasRoom(40), hasRoom(60)]).toEqual([false, true]);
  });

  it('[W-289] a UID appears from the zoom at which it fits, on the side that is free', () => {
    const sideAt = (others: readonly number[], zoom: number) => {
      const devices = [makeDevice(100_001, 0, 0, 12), ...others.map((right, at) => makeDevice(at + 1, right, 0, 12))];
      return layOutSigns(content({ devices }), zoom).signs[0]?.uidSide;
    };
    expect(sideAt([40, -40], 12)).toBeNull();
    expect(sideAt([40, -40], 13)).toBe('right');
    expect(sideAt([40], 12)).toBe('left');
    expect(sideAt([], 8.5)).toBeNull();
    expect(sideAt([], 9)).toBe('right');
  });

  it('[W-286] a marker that is no site is a dot or an icon where it covers nothing', () => {
    const marks = [0, 5, 40].map((right) => makeMarker(`W${right}`, right, 12, { weight: 'mark' }));
    const formsAt = (zoom: number) =>
      [...layOutSigns(content({ markers: marks }), zoom).markers.values()].map(({ form }) => form);
    expect(formsAt(11)).toEqual(['dot', 'hidden', 'dot']);
    expect(formsAt(ICONS_FROM_ZOOM)).toEqual(['icon', 'hidden', 'icon']);
    expect(formsAt(14)).toEqual(['icon', 'dot', 'icon']);
  });

  it('[W-286] [W-289] no count, name or UID covers a sign or another label', () => {
    const anyDevice = fc.record({
      right: fc.integer({ min: 0, max: 400 }),
      down: fc.integer({ min: 0, max: 300 }),
      hasCount: fc.boolean(),
    });
    const anyMarks = fc.array(
      fc.record({
        right: fc.integer({ min: 0, max: 400 }),
        weight: fc.constantFrom('end' as const, 'track' as const, 'mark' as const),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(
        fc.array(anyDevice, { maxLength: 60 }),
        anyMarks,
        fc.constantFrom(9, 11, 12, 14),
        (places, marks, zoom) => {
          const devices = places.map(({ right, down, hasCount }, at) => ({
            ...makeDevice(100_001 + at, right, down, zoom),
            hasCount,
          }));
          const markers = marks.map(({ right, weight }, at) =>
            makeMarker(`Marker ${at}`, right, zoom, { weight, uids: [100_001 + at] }),
          );
          const layout = layOutSigns(content({ devices, markers }), zoom);
          const boxes = layout.covers.map(({ at: { x, y }, box }) => {
            const [middle, line] = [x * measureWorld(zoom), y * measureWorld(zoom)];
            return {
              left: middle + box.left,
              top: line + box.top,
              right: middle + box.right,
              bottom: line + box.bottom,
            };
          });
          // Signs come first; those of different lines may touch.
          const labels = boxes.slice(layout.signs.length);
          for (const [at, label] of labels.entries())
            for (const other of [...boxes.slice(0, layout.signs.length), ...labels.slice(at + 1)])
              expect(overlap(label, other)).toBe(false);
        },
      ),
    );
  });

  it('[W-283] every device and every site is in exactly one sign', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 80 }),
        fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 20 }),
        fc.constantFrom(4, 8, 10, 12, 15),
        (rights, sites, zoom) => {
          const devices = rights.map((right, at) => makeDevice(at + 1, right, 0, 10));
          const markers = sites.map((right, at) => makeMarker(`M${at}`, right, 10, { uids: [at + 1] }));
          const { signs, signOfDevice } = layOutSigns(content({ devices, markers }), zoom);
          const members = signs.flatMap((sign) => sign.members);
          expect(members.flatMap(({ device }) => device?.uid ?? []).toSorted((a, b) => a - b)).toEqual(
            devices.map(({ uid }) => uid),
          );
          expect(members.flatMap(({ marker }) => marker?.key ?? [])).toHaveLength(markers.length);
          expect(signOfDevice.size).toBe(devices.length);
          expect(new Set(signs.map(({ id }) => id)).size).toBe(signs.length);
        },
      ),
    );
  });
});
