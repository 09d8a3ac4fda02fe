import { readMarker, writeMarker } from '@waymark/contract/runs/read-path';
import type { PigRunText, RunPassage } from '@waymark/contract/runs/pig-run';
import { runMarkers, runPassages } from '@waymark/contract/runs/pig-run';
import type { Marker } from '@waymark/domain/path/marker';
import { linkNearby } from '@waymark/domain/run/changes/link';
import { listFields } from '@waymark/domain/run/changes/merge';
import { findMarker, type Run } from '@waymark/domain/run/run';
import { findEditFault } from '@waymark/domain/run/time-rules';
import type { TimeFault } from '@waymark/domain/verification/verification';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { vi } from 'vitest';
import { ManualClock } from '../../../../hub/testing/manual-clock.ts';
import { systemScope } from '../../../../platform/access/scope.ts';
import { Notices } from '../../../../platform/database/notices.ts';
import { createLog } from '../../../../platform/log.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld, type HeldDevice } from '../../../devices/testing/device-world.ts';
import { listPlaces } from '../../device-places.queries.ts';
import { findFieldsSince } from '../../runs.queries.ts';
import { createRunEngine, type RunEngine } from '../engine.ts';
import { KM, makeStraightRuns, placeAt, type StraightRuns } from './straight-runs.ts';

// Two admins and the devices of a run act concurrently; in whatever order the database serialises them, the rules must hold.

const SECOND_MS = 1000;
const MARKERS = ['M1', 'M2', 'M3', 'M4'] as const;
const DEVICES = 3;

const marker = fc.nat({ max: MARKERS.length - 1 });
const device = fc.nat({ max: DEVICES - 1 });
/** Seconds after the launch, around the times at which the pig reaches the markers. */
const seconds = fc.integer({ min: -100, max: 4600 });
/** Picks an item of a list, modulo its length. */
const pick = fc.nat({ max: 20 });

const edit = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('toggle-marker'), marker }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('automate-marker'), marker, device }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('add-manual'), marker, seconds }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('toggle-passage'), pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move-passage'), pick, marker }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit-launch'), seconds }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit-pig'), marker, seconds }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('number-job'), pick }) },
);
const act = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: fc.constant('post'), edit, isStale: fc.boolean(), hasRev: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('verify'), pick, isVerified: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('edit-time'), pick, seconds }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('edit-manual'), pick, seconds }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete-manual'), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete-passage'), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clear-run'), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('give-to-marker'), pick, marker }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('change-agms'), device }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end'), seconds }) },
);
const said = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pass'),
      device,
      seconds,
      at: fc.option(marker),
      mask: fc.integer({ min: 1, max: 7 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('more'), pick, mask: fc.integer({ min: 1, max: 7 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move'), device, marker }) },
);
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;
type Said = typeof said extends fc.Arbitrary<infer Value> ? Value : never;

export interface Interleaving {
  readonly admin: readonly Act[];
  readonly superadmin: readonly Act[];
  readonly devices: readonly Said[];
}
export const interleaving: fc.Arbitrary<Interleaving> = fc.record({
  admin: fc.array(act, { minLength: 2, maxLength: 10 }),
  superadmin: fc.array(act, { minLength: 2, maxLength: 10 }),
  devices: fc.array(said, { minLength: 2, maxLength: 14 }),
});

/** The statuses that concurrent edits may legitimately get. */
const ANSWERS = new Set([200, 400, 404, 409]);

interface Given {
  readonly runId: number;
  readonly launchAt: number;
  readonly devices: readonly HeldDevice[];
}

const toSecondText = ({ launchAt }: Given, after: number) => formatUtcSecond(launchAt + after * SECOND_MS);

const writeManual = (markerName: string, passageTimeStamp: string): RunPassage => ({
  markerName,
  passageTimeStamp,
  uid: null,
  isVerified: true,
  passageId: null,
  elfId: null,
  geoId: null,
  magId: null,
  passageDetectedFrequency: null,
  detectionCount: null,
  packetComplexInformation: null,
  passageTimeEndOfSnip: null,
  isOffline: false,
  isBluetooth: false,
  lat: null,
  lon: null,
  alt: null,
  samplingRate: null,
});

const choose = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % Math.max(1, items.length)];

function changeMarkers(
  run: PigRunText,
  name: string | undefined,
  change: (marker: Marker) => Partial<Marker>,
): Partial<PigRunText> {
  const markers = runMarkers.parse(JSON.parse(run.markers)).map(readMarker);
  return {
    markers: JSON.stringify(
      markers.map((each) => writeMarker(each.name === name ? { ...each, ...change(each) } : each)),
    ),
  };
}

function changePassages(
  run: PigRunText,
  change: (passages: readonly RunPassage[]) => readonly RunPassage[],
): Partial<PigRunText> {
  return { passages: JSON.stringify(change(runPassages.parse(JSON.parse(run.passages)))) };
}

function editRun(run: PigRunText, wish: Edit, given: Given): Partial<PigRunText> {
  const name = 'marker' in wish ? MARKERS[wish.marker] : undefined;
  switch (wish.kind) {
    case 'toggle-marker':
      return changeMarkers(run, name, ({ state }) => ({ state: state === 'TRACK' ? 'SKIP' : 'TRACK' }));
    case 'automate-marker':
      return changeMarkers(run, name, ({ autoLink, linkedUid }) => ({
        autoLink: !autoLink,
        autoVerify: true,
        linkedUid: linkedUid === null ? (given.devices[wish.device]?.uid ?? null) : null,
      }));
    case 'add-manual':
      return changePassages(run, (passages) => [
        ...passages,
        writeManual(name ?? '', toSecondText(given, wish.seconds)),
      ]);
    case 'toggle-passage':
      return changePassages(run, (passages) =>
        passages.map((each) =>
          each === choose(passages, wish.pick) ? { ...each, isVerified: !each.isVerified } : each,
        ),
      );
    case 'move-passage':
      return changePassages(run, (passages) =>
        passages.map((each) => (each === choose(passages, wish.pick) ? { ...each, markerName: name ?? null } : each)),
      );
    case 'edit-launch':
      return { launchTime: toSecondText(given, wish.seconds) };
    case 'edit-pig': {
      const { lat, lon } = placeAt((wish.marker + 0.5) * KM);
      return { IsEdit: true, EditPigLocLat: lat, EditPigLocLon: lon, NewSpeed: Math.abs(wish.seconds) / 1000 };
    }
    case 'number-job':
      return { jobNumber: `J${wish.pick}` };
  }
}

/** The rules on the order of times apply only to tracked markers. */
const isBound = (run: Run, fault: TimeFault, name: string | null) =>
  (fault !== 'before-previous' && fault !== 'after-further') || findMarker(run, name)?.state === 'TRACK';

/** Lists the rules that the stored run violates. */
function listFaults(run: Run, now: number): string[] {
  const counted = run.passages.filter(({ isVerified, markerName }) => isVerified && markerName !== null);
  const twice = counted.filter(
    ({ markerName }, at) => counted.findIndex((other) => other.markerName === markerName) !== at,
  );
  return [
    ...counted.flatMap((passage) => {
      const fault = findEditFault(run, passage, passage.passageAt, now);
      return fault !== null && isBound(run, fault, passage.markerName) ? [fault] : [];
    }),
    ...counted.flatMap(({ passageAt }) =>
      run.completedAt !== null && passageAt > run.completedAt ? ['after the end'] : [],
    ),
    ...twice.map(({ markerName }) => `twice at ${markerName}`),
    ...run.passages.flatMap(({ markerName }) =>
      markerName === null || findMarker(run, markerName) ? [] : [`at no marker ${markerName}`],
    ),
    ...run.path.markers.flatMap(({ state, name, linkedUid, autoLinkedUids }) =>
      state === 'SKIP' && (linkedUid !== null || autoLinkedUids.length > 0) ? [`a device at ${name}`] : [],
    ),
  ];
}

export class Interleavings {
  readonly #server: TestServer;
  readonly #world: DeviceWorld;
  readonly #runs: StraightRuns;
  readonly #engine: RunEngine;
  readonly #notices: Notices;
  #nextUid = 830_001;

  private constructor(server: TestServer, world: DeviceWorld, engine: RunEngine, notices: Notices) {
    this.#server = server;
    this.#world = world;
    this.#runs = makeStraightRuns(server, world);
    this.#engine = engine;
    this.#notices = notices;
  }

  /** Starts a second engine beside the server's own, like another node. */
  static async open(server: TestServer): Promise<Interleavings> {
    const log = createLog('silent');
    const notices = new Notices(server.connection, log);
    const hub = {
      sendToShowing: () => undefined,
      sendToOthers: () => undefined,
      shownRuns: () => new Set<number>(),
      reviewRooms: async () => undefined,
    };
    const engine = createRunEngine({
      database: server.app.database,
      notices,
      log,
      hub: () => hub,
      clock: new ManualClock(),
    });
    await notices.start();
    await engine.start();
    return new Interleavings(server, await makeDeviceWorld(server), engine, notices);
  }

  async close(): Promise<void> {
    this.#engine.close();
    await this.#notices.close();
  }

  async check({ admin, superadmin, devices: sayings }: Interleaving): Promise<void> {
    const given = await this.#launch();
    const first = await this.#runs.read(given.runId);
    // Gives the edits some passages to change.
    await this.#say(
      given.devices.map((_device, at) => ({ do: 'pass', device: at, seconds: 1000 * (at + 1), at, mask: 1 })),
      given,
    );
    await this.#runs.settle();
    const statuses = await Promise.all([
      this.#act('admin', admin, given),
      this.#act('superadmin', superadmin, given),
      this.#say(sayings, given),
    ]);
    await this.#runs.settle();
    assert.deepEqual(
      statuses.flat().filter((status) => !ANSWERS.has(status)),
      [],
    );
    await this.#checkMemory(await this.#runs.read(given.runId));
    await this.#engine.look();
    const run = await this.#runs.read(given.runId);
    assert.deepEqual(listFaults(run, Date.now()), []);
    await this.#checkMemory(run);
    await this.#checkLinks(run);
    await this.#checkRecords(run);
    await this.#checkTrail(first, run);
    assert.equal((await this.#world.call('admin', 'DELETE', `/pigrun/${given.runId}`)).status, 200);
  }

  async #launch(): Promise<Given> {
    const devices: HeldDevice[] = [];
    for (let at = 0; at < DEVICES; at++) devices.push(await this.#world.addDevice(this.#nextUid++));
    const launchAt = Math.floor(Date.now() / SECOND_MS) * SECOND_MS - 4000 * SECOND_MS;
    const auto = { autoLink: true, autoVerify: true };
    const markers = [{ linkedUid: devices[0]?.uid ?? null, autoVerify: true }, auto, auto, {}];
    return { runId: await this.#runs.launch({ agms: devices, markers, launchAt }), launchAt, devices };
  }

  async #act(caller: 'admin' | 'superadmin', acts: readonly Act[], given: Given): Promise<number[]> {
    const statuses: number[] = [];
    let known: PigRunText | null = null;
    for (const wish of acts) {
      known =
        wish.do === 'post' && wish.isStale && known
          ? known
          : await this.#world.fetch<PigRunText>(caller, `/pigrun/${given.runId}`);
      const answer = await this.#ask(caller, wish, known, given);
      if (answer) statuses.push(answer.status);
    }
    return statuses;
  }

  #ask(caller: 'admin' | 'superadmin', wish: Act, known: PigRunText, given: Given): Promise<Response> | null {
    const { runId } = given;
    const call = (method: string, address: string, body?: unknown) => this.#world.call(caller, method, address, body);
    const passages = runPassages.parse(JSON.parse(known.passages));
    const [manual, heard] = [passages.filter(({ uid }) => uid === null), passages.filter(({ uid }) => uid !== null)];
    const own = 'pick' in wish ? choose(heard, wish.pick) : undefined;
    const byHand = 'pick' in wish ? choose(manual, wish.pick) : undefined;
    const passage = `/apexagm/passage/${own?.uid}/${own?.passageId}`;
    switch (wish.do) {
      case 'post':
        return call('POST', '/pigrun/add/', {
          ...known,
          rev: wish.hasRev ? known.rev : undefined,
          ...editRun(known, wish.edit, given),
        });
      case 'end':
        return call('POST', '/finished/pigrun/add/', { ...known, recieveTime: toSecondText(given, wish.seconds) });
      case 'change-agms': {
        const kept = given.devices.filter((_device, at) => at !== wish.device).map(({ uid }) => uid);
        const agms = known.rev % 2 === 0 ? given.devices.map(({ uid }) => uid) : kept;
        return call('POST', '/pigrun/updateAgms', {
          runId,
          path: JSON.stringify({ ...(JSON.parse(known.pigPath) as object), agms }),
        });
      }
      case 'edit-manual':
        return byHand
          ? call('POST', '/pigrun/UpdateManualPassage', {
              runId,
              passageTimeStamp: byHand.passageTimeStamp,
              newPassageTime: toSecondText(given, wish.seconds),
            })
          : null;
      case 'delete-manual':
        return byHand
          ? call('POST', '/pigrun/DeleteManualPassage', { runId, passageTimeStamp: byHand.passageTimeStamp })
          : null;
      case 'verify':
        return own ? call('GET', `/apexagm/verifyPassage/${own.uid}/${own.passageId}/${wish.isVerified}`) : null;
      case 'edit-time':
        return own
          ? call('POST', `${passage}/updatetimestamp`, { newPassageTime: toSecondText(given, wish.seconds) })
          : null;
      case 'delete-passage':
        return own ? call('DELETE', passage) : null;
      case 'clear-run':
        return own
          ? call(
              'POST',
              `/apexagm/passage/${own.uid}/${own.geoId ?? 0}/${own.magId ?? 0}/${own.elfId ?? 0}/clearruninfo`,
            )
          : null;
      case 'give-to-marker':
        return own ? call('POST', `${passage}/updateruninfo`, [runId, null, null, MARKERS[wish.marker]]) : null;
    }
  }

  async #say(sayings: readonly Said[], { launchAt, devices }: Given): Promise<number[]> {
    const passed: Array<{ readonly by: HeldDevice; readonly t: number }> = [];
    for (const saying of sayings) {
      if (saying.do === 'move') {
        const by = devices[saying.device];
        if (by) await this.#world.hearHeartbeats(by, [{ t: Date.now(), ...placeAt((saying.marker + 1) * KM) }]);
        await this.#engine.look();
        continue;
      }
      const by = saying.do === 'pass' ? devices[saying.device] : undefined;
      const passage =
        saying.do === 'pass' && by
          ? { by, t: launchAt + saying.seconds * SECOND_MS }
          : saying.do === 'more'
            ? choose(passed, saying.pick)
            : undefined;
      if (!passage) continue;
      const place = saying.do === 'pass' && saying.at !== null ? placeAt((saying.at + 1) * KM) : { lat: 0, lon: 0 };
      await this.#world.hearPassage(passage.by, { t: passage.t, mask: saying.mask, ...place });
      passed.push(passage);
    }
    return [];
  }

  /** The second engine's cached run equals a fresh read. */
  async #checkMemory(run: Run): Promise<void> {
    await vi.waitFor(
      () => assert.deepEqual(this.#engine.runs.get(run.runId)?.run ?? null, run.completedAt === null ? run : null),
      { timeout: 10_000 },
    );
  }

  /** Linking the devices again would change nothing. */
  async #checkLinks({ groupId, path, auto, completedAt }: Run): Promise<void> {
    if (completedAt !== null) return;
    const devices = await listPlaces(this.#server.app.database.read(systemScope('test')), { ...path, groupId });
    assert.deepEqual(linkNearby(path.markers, devices, auto.linkDistanceM), path.markers);
  }

  /** The device's own records agree with the run on verification and time. */
  async #checkRecords({ passages }: Run): Promise<void> {
    for (const { uid, endOfSnipAt, isVerified, passageAt, elfId, geoId, magId } of passages) {
      if (uid === null || endOfSnipAt === null) continue;
      const { rows } = await this.#server.app.database.pool.query<{
        id: number;
        is_verified: boolean;
        passage_at: Date;
      }>('select id, is_verified, passage_at from passages where uid = $1 and end_of_snip_at = $2 order by kind', [
        uid,
        new Date(endOfSnipAt),
      ]);
      assert.deepEqual(
        rows.map(({ id }) => id),
        [elfId, geoId, magId].filter((id) => id !== null),
      );
      for (const row of rows) assert.deepEqual([row.is_verified, row.passage_at.getTime()], [isVerified, passageAt]);
    }
  }

  /** Every change has an audit line, and the revisions lead back to the first state. */
  async #checkTrail(first: Run, run: Run): Promise<void> {
    assert.equal((await this.#runs.listActions(run.runId)).length, run.rev);
    const since = await findFieldsSince(this.#server.app.database.read(systemScope('test')), run, 1);
    const then: Readonly<Record<string, unknown>> = { ...listFields(run), ...since };
    const known = Object.entries(then).filter(([, value]) => value !== null);
    const before = Object.entries(listFields(first)).filter(([, value]) => value !== null);
    assert.deepEqual(Object.fromEntries(known), Object.fromEntries(before));
    const { rows } = await this.#server.app.database.pool.query<{ count: number }>(
      'select count(*) from pig_run_revisions where run_id = $1',
      [run.runId],
    );
    assert.equal(Number(rows[0]?.count), run.rev - 1);
  }
}
