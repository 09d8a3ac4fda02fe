import { changeMarker, type MarkerPatch } from '@waymark/domain/run/changes/changes';
import { findMarker, manualPassage, type Run } from '@waymark/domain/run/run';
import { after, placeAt, plainRun, withoutAgms, withSeen } from '@waymark/domain/run/testing/plain-run';
import { describe, expect, it } from 'vitest';
import { trackPlain } from '../testing/track-plain.ts';
import { describeLive } from '../use-live-run.ts';
import {
  describeLack,
  describeLink,
  describeMarkerEta,
  findNeighbours,
  listFreeUids,
  listMarkerActs,
  listMarkerPassages,
} from './marker-card.view.ts';

function markerOf(run: Run, name: string) {
  const marker = findMarker(run, name);
  if (!marker) throw new Error(name);
  return marker;
}

function change(run: Run, name: string, patch: MarkerPatch): Run {
  const changed = changeMarker(run, name, patch);
  if (!changed.ok) throw new Error(changed.failure.code);
  return changed.value;
}

function showEta(run: Run, name: string, seconds: number): string {
  const live = describeLive(trackPlain(run), undefined, after(seconds));
  const { text, aside } = describeMarkerEta(live, markerOf(live.run, name));
  return `${text} ${aside}`.trim();
}

const actsOf = (run: Run, name: string, isAdmin = true) =>
  listMarkerActs(run, markerOf(run, name), { isAdmin }).map(({ label }) => label);
const bare = withoutAgms(plainRun(), 'M1', 'M2', 'M3', 'M4');
const watched: Run = { ...bare, path: { ...bare.path, agms: [300, 100, 200] } };

describe('the time to a marker', () => {
  it('[T-120, T-121] the time to a marker counts down to now, and is passed once the pig was detected there or beyond', () => {
    const run = withSeen(plainRun(), { M2: 200 });
    expect([250, 299, 300, 301].map((seconds) => showEta(run, 'M3', seconds))).toEqual([
      '0:00:50',
      '0:00:01',
      'now',
      'now',
    ]);
    expect([showEta(run, 'M1', 250), showEta(run, 'M2', 250), showEta(run, 'L', 250)]).toEqual([
      'passed',
      'passed',
      'passed',
    ]);
    expect(showEta(run, 'R', 250)).toBe('0:04:10');
  });

  it('[W-548] the time to a marker beyond an overdue one holds unless the pig has stopped', () => {
    const run = plainRun([0, 60, 120, 180, 240, 300]);
    expect([showEta(run, 'M1', 9000), showEta(run, 'M2', 9000)]).toEqual(['overdue 0:50', '0:50:00 unless it stopped']);
  });

  it('[T-119] the time to a marker is n/a while the pig is stopped', () => {
    const run: Run = { ...plainRun(), edit: { at: after(50), place: placeAt(500), speed: 0 } };
    expect([showEta(run, 'M1', 100), showEta(run, 'L', 100)]).toEqual(['n/a (Paused)', 'passed']);
    expect(showEta({ ...plainRun(), launchAt: null }, 'M1', 100)).toBe('n/a (Paused)');
  });
});

describe('the actions on a marker', () => {
  it('[T-033, T-034, T-035, T-036] the actions depend on the marker: only a tracked one without an automatic link can be linked', () => {
    expect(actsOf(watched, 'M1')).toEqual([
      'Assign UID',
      'Add Manual Passage',
      'Change to SKIP',
      'Passages',
      'Change Description',
      'Add Note',
    ]);
    expect(actsOf(change(watched, 'M1', { linkedUid: 100 }), 'M1')[0]).toBe('Unlink UID');
    const auto = {
      ...watched,
      path: { ...watched.path, markers: watched.path.markers.map((marker) => ({ ...marker, autoLinkedUids: [100] })) },
    };
    expect(actsOf(auto, 'M1')).toEqual([
      'Add Manual Passage',
      'Change to SKIP',
      'Passages',
      'Change Description',
      'Add Note',
    ]);
    expect(actsOf(change(watched, 'M1', { state: 'SKIP' }), 'M1')).toEqual([
      'Undo SKIP',
      'Change to TRACK',
      'Passages',
      'Change Description',
      'Add Note',
    ]);
  });

  it('[T-037, T-038] the actions change description and note; launch and receive keep their description', () => {
    expect(actsOf(watched, 'M1')).toEqual(expect.arrayContaining(['Change Description', 'Add Note']));
    expect(actsOf(watched, 'L')).toEqual(['Passages', 'Add Note']);
  });

  it('[T-039] a viewer may only look at the passages of a marker', () => {
    expect(['L', 'M1', 'M2'].map((name) => actsOf(watched, name, false))).toEqual([
      ['Passages'],
      ['Passages'],
      ['Passages'],
    ]);
  });

  it('[T-069] listFreeUids offers the unassigned devices of the run', () => {
    expect(listFreeUids(watched)).toEqual([100, 200, 300]);
    expect(listFreeUids(change(watched, 'M1', { linkedUid: 200 }))).toEqual([100, 300]);
  });
});

describe('the card of a marker', () => {
  it('a card shows the linked device, or the devices nearby', () => {
    expect(describeLink({ linkedUid: 7, autoLinkedUids: [] })).toEqual({ text: '7', aside: '' });
    expect(describeLink({ linkedUid: null, autoLinkedUids: [7, 9] })).toEqual({ text: '7, 9', aside: 'auto-linked' });
    expect(describeLink({ linkedUid: null, autoLinkedUids: [] }).text).toBe('None');
  });

  it('[T-197] a card names what is missing: a verified passage before the furthest one, or any record', () => {
    const seen = withSeen(plainRun(), { M2: 200 });
    const lackOf = (of: Run, name: string) => {
      const live = describeLive(trackPlain(of), undefined, after(310));
      return describeLack(live, markerOf(live.run, name));
    };
    expect(lackOf(seen, 'M1')).toMatch(/^Missing/);
    expect(lackOf(withoutAgms(seen, 'M1'), 'M1')).toMatch(/^Unwatched/);
    expect(lackOf(seen, 'M2')).toBeNull();
    const partial = { ...manualPassage('M3', after(300)), uid: 7, endOfSnipAt: after(315), elfId: 1, magId: 3 };
    const run = { ...seen, passages: [...seen.passages, partial] };
    expect(lackOf(run, 'M3')).toBe('Partial: no GEO record');
  });

  it('a card lists the passages, the newest first', () => {
    const passages = [
      manualPassage('M1', after(100)),
      manualPassage('M2', after(150)),
      manualPassage('M1', after(200)),
    ];
    expect(listMarkerPassages({ passages }, { name: 'M1' }).map(({ passageAt }) => passageAt)).toEqual([
      after(200),
      after(100),
    ]);
  });

  it('the next of the last marker is the first one', () => {
    expect(findNeighbours(plainRun(), 'M1')).toEqual({ previous: 'L', next: 'M2' });
    expect(findNeighbours(plainRun(), 'L')).toEqual({ previous: 'R', next: 'M1' });
    expect(findNeighbours(plainRun(), 'R')).toEqual({ previous: 'M4', next: 'L' });
    expect(findNeighbours(plainRun(), null)).toEqual({ previous: 'R', next: 'L' });
  });
});
