import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Marker } from '../../path/marker.ts';
import {
  addManualPassage,
  addMarker,
  changeLaunch,
  changeMarker,
  editPig,
  movePassage,
  removePassage,
  unverifyPassage,
  verifyPassage,
  type RunChange,
} from './changes.ts';
import { listBefore, listFields, mergeMarkersOfViewer, mergeRun, type RunFields } from './merge.ts';
import { findMarker, manualPassage, passageKey, type Run } from '../run.ts';
import { findFaults } from '../testing/find-faults.ts';
import { heard, minute, straightRun } from '../testing/straight-run.ts';

const NOW = minute(60);
/** M2 is verified; M3 has an unverified passage, and one is unassociated. */
const start = straightRun({ passages: [heard(2, 20, 'M2', true), heard(3, 30, 'M3'), heard(4, 35, null)] });
const [atM2, atM3, nowhere] = [heard(2, 20, 'M2'), heard(3, 30, 'M3'), heard(4, 35, null)].map(passageKey);

function done(outcome: RunChange): Run {
  if (!outcome.ok) throw new Error(outcome.failure.code);
  return outcome.value;
}
const patch = (run: Run, name: string, to: Partial<Marker>) => done(changeMarker(run, name, to));
/** The base fields on the server for a client that has read `read`. */
const baseOf = (read: Run, current: Run): RunFields => ({
  ...listFields(current),
  ...listBefore(listFields(read), listFields(current)),
});
/** A client has read `read` and posts `posted`; meanwhile the run has become `current`. */
const merge = (read: Run, current: Run, posted: Run, now = NOW) =>
  mergeRun({ current, base: baseOf(read, current), posted, now });
const withoutRev = (current: Run, posted: Run) => mergeRun({ current, base: listFields(current), posted, now: NOW });

function merged(outcome: ReturnType<typeof mergeRun>): Run {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value;
}

describe('mergeRun', () => {
  test('an unchanged post changes nothing, also when the run has changed since it was read', () => {
    const current = patch(done(unverifyPassage(start, atM2 ?? '')), 'M4', { note: 'a fence' });
    expect(merged(merge(start, start, start))).toBe(start);
    expect(merged(merge(start, current, start))).toBe(current);
  });

  test('changes of different fields of a marker are merged', () => {
    const current = patch(start, 'M4', { description: 'VALVE' });
    const both = merged(merge(start, current, patch(start, 'M4', { note: 'wet' })));
    expect(findMarker(both, 'M4')).toMatchObject({ description: 'VALVE', note: 'wet' });
  });

  test('different changes of one field are a conflict; equal ones are not', () => {
    const current = patch(start, 'M4', { description: 'VALVE' });
    expect(merge(start, current, patch(start, 'M4', { description: 'TEE' }))).toEqual({
      ok: false,
      failure: { kind: 'conflict' },
    });
    expect(merged(merge(start, current, patch(start, 'M4', { description: 'VALVE' })))).toBe(current);
    expect(findMarker(merged(withoutRev(current, patch(start, 'M4', { description: 'TEE' }))), 'M4')?.description).toBe(
      'TEE',
    );
  });

  test('missing markers and passages in a post remove none', () => {
    const { passages, path } = merged(
      merge(start, start, { ...start, passages: [], path: { ...start.path, markers: [] } }),
    );
    expect([passages, path.markers]).toEqual([start.passages, start.path.markers]);
  });

  test('a post sets launch, pig and job number', () => {
    const changed = done(
      editPig(
        done(changeLaunch({ ...start, jobNumber: 'J-7' }, minute(-5), NOW)),
        { place: { lat: 36.2, lon: -97 }, speed: 4 },
        NOW,
      ),
    );
    expect(merged(merge(start, start, changed))).toMatchObject({
      jobNumber: 'J-7',
      launchAt: minute(-5),
      edit: changed.edit,
    });
    expect(merged(merge(changed, changed, { ...changed, edit: null })).edit).toBeNull();
    expect(merged(withoutRev(changed, { ...changed, launchAt: null })).launchAt).toBe(minute(-5));
  });

  test('a change against the rules is refused with the code of the rule', () => {
    const posted = { ...start, passages: [...start.passages, manualPassage('M2', minute(25))] };
    expect(merge(start, start, posted)).toEqual({
      ok: false,
      failure: { kind: 'refused', refusal: { code: 'manual-passage-refused', fault: 'marker-verified' } },
    });
    expect(merge(start, start, { ...start, launchAt: minute(20) })).toMatchObject({
      failure: { kind: 'refused', refusal: { code: 'launch-refused', fault: { code: 'after-passage' } } },
    });
  });

  test('a device or a verified place moves from one marker to another in any order', () => {
    const linked = patch(start, 'M3', { linkedUid: 3 });
    const moved = patch(patch(linked, 'M3', { linkedUid: null }), 'M1', { linkedUid: 3 });
    expect(findMarker(merged(merge(linked, linked, moved)), 'M1')?.linkedUid).toBe(3);
    const other = { ...start, passages: [heard(9, 21, 'M2'), ...start.passages] };
    const swapped = done(verifyPassage(done(unverifyPassage(other, atM2 ?? '')), passageKey(heard(9, 21, 'M2')), NOW));
    expect(merged(merge(other, other, swapped)).passages.filter(({ isVerified }) => isVerified)).toEqual([
      heard(9, 21, 'M2', true),
    ]);
  });

  test('an unassociated passage gets a marker and is verified there', () => {
    const posted = done(verifyPassage(done(movePassage(start, nowhere ?? '', 'M4', NOW)), nowhere ?? '', NOW));
    expect(merged(merge(start, start, posted)).passages).toContainEqual({
      ...heard(4, 35, null),
      markerName: 'M4',
      isVerified: true,
    });
  });

  test('a post cannot add a device passage that the run does not have, nor one that has left it', () => {
    const posted = { ...start, passages: [...start.passages, heard(5, 50, 'M5', true)] };
    expect(merged(merge(start, start, posted))).toBe(start);
    const current = done(removePassage(start, atM3 ?? ''));
    expect(merged(merge(start, current, start))).toBe(current);
    expect(merged(withoutRev(current, start))).toBe(current);
    expect(merge(start, current, done(verifyPassage(start, atM3 ?? '', NOW)))).toMatchObject({
      failure: { kind: 'conflict' },
    });
  });

  test('a manual passage that another user has removed does not come back', () => {
    const before = done(addManualPassage(start, 'M4', minute(40), NOW));
    expect(merged(merge(before, start, before))).toBe(start);
    expect(merged(merge(start, before, start))).toBe(before);
  });

  test('a new marker is added with all its fields', () => {
    const posted = done(
      addMarker(start, { name: 'New', lat: 36.25, lon: -97, note: 'x', description: 'TEE', autoVerify: true }),
    );
    const added = merged(merge(start, start, posted));
    expect(added.path.markers).toEqual(posted.path.markers);
    expect(merged(merge(start, added, posted))).toBe(added);
  });

  test('two new markers of one name at different places are a conflict', () => {
    const current = done(addMarker(start, { name: 'New', lat: 36.25, lon: -97 }));
    expect(merge(start, current, done(addMarker(start, { name: 'New', lat: 36.35, lon: -97 })))).toMatchObject({
      failure: { kind: 'conflict' },
    });
  });

  test('[T-169] a note of 200 characters that is posted twice is one change', () => {
    const posted = {
      ...start,
      path: { ...start.path, markers: start.path.markers.map((marker) => ({ ...marker, note: 'x'.repeat(200) })) },
    };
    const first = merged(merge(start, start, posted));
    expect(findMarker(first, 'M4')?.note).toHaveLength(199);
    expect(merged(merge(start, first, posted))).toBe(first);
    expect(merged(withoutRev(first, posted))).toBe(first);
  });

  test('a run has at most 10,000 markers', () => {
    const many = Array.from({ length: 10_000 }, (_none, at) => ({
      ...(start.path.markers[1] as Marker),
      name: `N${at}`,
    }));
    expect(merge(start, start, { ...start, path: { ...start.path, markers: many } })).toEqual({
      ok: false,
      failure: { kind: 'refused', refusal: { code: 'too-many-markers' } },
    });
  });
});

describe('edit of the pig in a post', () => {
  const at = (seconds: number) => ({
    ...start,
    edit: { at: NOW + seconds * 1000, place: { lat: 36.2, lon: -97.1 }, speed: 2 },
  });

  test('an edit is projected onto the line; posted twice it is one change, edited again another', () => {
    const first = merged(merge(start, start, at(-30)));
    expect(first.edit).toMatchObject({ at: NOW - 30_000, speed: 2 });
    expect(first.edit?.place.lon).toBeCloseTo(-97, 5);
    expect(merged(merge(start, first, at(-30)))).toBe(first);
    expect(merged(merge(first, first, { ...first, edit: at(-10).edit })).edit?.at).toBe(NOW - 10_000);
  });

  test("an edit counts from now when the client's clock is wrong", () => {
    expect(merged(merge(start, start, at(-3600))).edit?.at).toBe(NOW);
    expect(merged(merge(start, start, at(3600))).edit?.at).toBe(NOW);
    expect(merged(merge(start, start, at(30))).edit?.at).toBe(NOW);
  });
});

describe('post of a viewer', () => {
  const place = { lat: 36.25, lon: -97 };

  test('a viewer adds markers that only inform; all other changes are ignored', () => {
    const added = {
      ...(findMarker(start, 'M1') as Marker),
      ...place,
      name: 'Seen',
      description: 'TAP',
      note: 'x',
      autoLink: true,
      autoVerify: true,
      linkedUid: 3,
    } as const;
    const changed = { ...(findMarker(start, 'M2') as Marker), state: 'SKIP', note: 'mine' } as const;
    const next = merged(mergeMarkersOfViewer(start, [added, changed], 0));
    const { path } = next;
    expect(path.markers.find(({ name }) => name === 'Seen')).toMatchObject({
      state: 'SKIP',
      description: 'OTHER',
      note: '',
      autoLink: false,
      autoVerify: false,
      linkedUid: null,
    });
    expect({ ...path, markers: path.markers.filter(({ name }) => name !== 'Seen') }).toEqual(start.path);
    expect({ ...next, path: start.path }).toEqual(start);
  });

  test('viewers add at most 20 markers to a run', () => {
    const some = (count: number) => Array.from({ length: count }, (_none, at) => ({ ...place, name: `V${at}` }));
    expect(merged(mergeMarkersOfViewer(start, some(20), 0)).path.markers).toHaveLength(27);
    const refused = { ok: false, failure: { kind: 'refused', refusal: { code: 'too-many-markers-of-viewers' } } };
    expect(mergeMarkersOfViewer(start, some(21), 0)).toEqual(refused);
    expect(mergeMarkersOfViewer(start, some(2), 19)).toEqual(refused);
    expect(merged(mergeMarkersOfViewer(start, start.path.markers, 20))).toBe(start);
  });
});

describe('random posts', () => {
  type Step = (run: Run) => Run;
  const attempt =
    (act: (run: Run) => RunChange): Step =>
    (run) => {
      const outcome = act(run);
      return outcome.ok ? outcome.value : run;
    };
  const name = fc.constantFrom('M1', 'M2', 'M3', 'M4', 'M5', 'New');
  const key = fc.constantFrom(atM2 ?? '', atM3 ?? '', nowhere ?? '');
  const minutes = fc.integer({ min: -5, max: 59 });
  const uid = fc.integer({ min: 1, max: 5 });
  const place = fc.record({
    lat: fc.double({ min: 35.9, max: 36.7, noNaN: true }),
    lon: fc.double({ min: -97.1, max: -96.9, noNaN: true }),
  });
  const markerPatch: fc.Arbitrary<Partial<Marker>> = fc.oneof(
    fc.record({ state: fc.constantFrom('TRACK' as const, 'SKIP' as const) }),
    fc.record({ note: fc.string({ maxLength: 5 }) }),
    fc.record({ autoLink: fc.boolean() }),
    fc.record({ linkedUid: fc.option(uid) }),
    fc.record({ description: fc.constantFrom('TEE' as const, 'AGM' as const) }),
  );
  /** A single change in a console. */
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.tuple(name, markerPatch).map(([of, to]) => attempt((run) => changeMarker(run, of, to))),
    place.map((at) => attempt((run) => addMarker(run, { name: 'New', ...at }))),
    fc.tuple(key, name).map(([of, to]) => attempt((run) => movePassage(run, of, to, NOW))),
    key.map((of) => attempt((run) => verifyPassage(run, of, NOW))),
    key.map((of) => attempt((run) => unverifyPassage(run, of))),
    fc.tuple(name, minutes).map(([of, at]) => attempt((run) => addManualPassage(run, of, minute(at), NOW))),
    fc.tuple(place, uid).map(([at, speed]) => attempt((run) => editPig(run, { place: at, speed }, NOW))),
    minutes.map((at) => attempt((run) => changeLaunch(run, minute(at), NOW))),
  );
  const steps = fc.array(step, { maxLength: 12 });
  const walk = (run: Run, by: readonly Step[]) => by.reduce((next, act) => act(next), run);
  const changedFields = (before: Run, after: Run) => Object.keys(listBefore(listFields(before), listFields(after)));

  test('the server applies a change as the console has shown it', () => {
    fc.assert(
      fc.property(steps, step, (before, act) => {
        const read = walk(start, before);
        const posted = act(read);
        expect(listFields(merged(merge(read, read, posted)))).toEqual(listFields(posted));
      }),
      { numRuns: 200 },
    );
  });

  test('an unchanged run changes nothing, whatever others have done', () => {
    fc.assert(
      fc.property(steps, steps, (before, meanwhile) => {
        const read = walk(start, before);
        const current = walk(read, meanwhile);
        expect(merged(merge(read, current, read))).toBe(current);
      }),
      { numRuns: 200 },
    );
  });

  test('the same change twice is one change', () => {
    fc.assert(
      fc.property(steps, steps, (before, mine) => {
        const read = walk(start, before);
        const posted = walk(read, mine);
        const first = merge(read, read, posted);
        fc.pre(first.ok);
        const once = merged(first);
        expect(merged(merge(read, once, posted))).toBe(once);
      }),
      { numRuns: 200 },
    );
  });

  test('two users: different fields both count, one field in two ways is a conflict, and the run stays valid', () => {
    fc.assert(
      fc.property(steps, step, step, (before, one, other) => {
        const read = walk(start, before);
        const [mine, theirs] = [one(read), other(read)];
        const current = merged(merge(read, read, theirs));
        const outcome = merge(read, current, mine);
        const [ours, others] = [listFields(mine), listFields(current)];
        const both = changedFields(read, mine).filter(
          (field) => changedFields(read, current).includes(field) && ours[field] !== others[field],
        );
        expect(!outcome.ok && outcome.failure.kind === 'conflict').toBe(both.length > 0);
        expect(outcome.ok ? findFaults(outcome.value) : []).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('two users whose posts are both accepted keep all their changes', () => {
    fc.assert(
      fc.property(
        name,
        name,
        fc.constantFrom('TEE' as const, 'BEND' as const),
        fc.string({ minLength: 1, maxLength: 9 }),
        (of, to, description, note) => {
          fc.pre(of !== 'New' && to !== 'New');
          const current = patch(start, of, { description });
          const both = merged(merge(start, current, patch(start, to, { note })));
          expect([findMarker(both, of)?.description, findMarker(both, to)?.note]).toEqual([description, note]);
        },
      ),
    );
  });
});
