import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chooseReach,
  clusterSigns,
  findSplitZoom,
  measureWorld,
  toPlace,
  toWorld,
  type Member,
} from './cluster-signs.ts';

const anyMember: fc.Arbitrary<Member> = fc.record({
  at: fc
    .record({ lat: fc.double({ min: 36, max: 37, noNaN: true }), lon: fc.double({ min: -98, max: -96, noNaN: true }) })
    .map(({ lat, lon }) => toWorld(lat, lon)),
  line: fc.constantFrom(null, 1, 2),
  isAlarmed: fc.boolean(),
  isPinned: fc.integer({ min: 0, max: 30 }).map((n) => n === 0),
});
const anyMembers = fc.array(anyMember, { maxLength: 200 });
const anyZoom = fc.integer({ min: 6, max: 40 }).map((half) => half / 2);

const measurePx = (one: Member, other: Member, zoom: number) =>
  Math.hypot(one.at.x - other.at.x, one.at.y - other.at.y) * measureWorld(zoom);

describe('signs that would cover each other', () => {
  it('[W-283] each member is in exactly one sign', () => {
    fc.assert(
      fc.property(anyMembers, anyZoom, (members, zoom) => {
        const clustered = clusterSigns(members, zoom).flat();
        expect(clustered).toHaveLength(members.length);
        expect(new Set(clustered)).toEqual(new Set(members));
      }),
    );
  });

  it('[W-283] signs stand apart, those of one line farther than those of different lines', () => {
    fc.assert(
      fc.property(anyMembers, anyZoom, (members, zoom) => {
        const { ofLine, ofOthers } = chooseReach(zoom);
        const anchors = clusterSigns(members, zoom).flatMap(([first]) => (first && !first.isPinned ? [first] : []));
        for (const [at, one] of anchors.entries())
          for (const other of anchors.slice(at + 1)) {
            if (one.isAlarmed !== other.isAlarmed) continue;
            const least = one.line === other.line ? ofLine : ofOthers;
            expect(measurePx(one, other, zoom)).toBeGreaterThan(least - 1e-6);
          }
      }),
    );
  });

  it('[W-284] an alarm merges with alarms only, and the selected sign with nothing', () => {
    fc.assert(
      fc.property(anyMembers, anyZoom, (members, zoom) => {
        for (const group of clusterSigns(members, zoom)) {
          expect(new Set(group.map(({ isAlarmed }) => isAlarmed)).size).toBe(1);
          expect(group.length === 1 || group.every(({ isPinned }) => !isPinned)).toBe(true);
        }
      }),
    );
  });

  it('[W-283] members at different places come apart at some zoom', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 6, max: 34 }), (count, half) => {
        const members = Array.from({ length: count }, (_, at) => ({
          at: toWorld(36 + at / 1000, -97),
          line: 1,
          isAlarmed: false,
          isPinned: false,
        }));
        const splitZoom = findSplitZoom(members, half / 2, 18);
        expect(clusterSigns(members, Number(splitZoom)).length).toBeGreaterThan(1);
        expect(clusterSigns(members, 18)).toHaveLength(count);
      }),
    );
  });

  it('members of a line join the sign of their line if one of another line is nearer', () => {
    const place = (eastPx: number, line: number): Member => ({
      at: { x: 0.25 + eastPx / measureWorld(8), y: 0.4 },
      line,
      isAlarmed: false,
      isPinned: false,
    });
    const members = [place(0, 1), place(33, 2), place(31, 1)];
    expect(clusterSigns(members, 8)).toEqual([[members[0], members[2]], [members[1]]]);
  });

  it('members at one spot never come apart', () => {
    const one: Member = { at: toWorld(36, -97), line: null, isAlarmed: false, isPinned: false };
    expect(findSplitZoom([one, { ...one }], 4, 18)).toBeNull();
  });

  it('toPlace reverses toWorld', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -85, max: 85, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        (lat, lon) => {
          const back = toPlace(toWorld(lat, lon));
          expect(back.lat).toBeCloseTo(lat, 9);
          expect(back.lon).toBeCloseTo(lon, 9);
        },
      ),
    );
  });
});
