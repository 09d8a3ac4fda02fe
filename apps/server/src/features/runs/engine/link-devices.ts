import type { Place } from '@waymark/domain/geo/great-circle';
import type { RunId } from '@waymark/domain/ids';
import { linkNearby, type DeviceAt } from '@waymark/domain/run/changes/link';
import type { Run } from '@waymark/domain/run/run';
import { systemScope } from '../../../platform/access/scope.ts';
import type { Database } from '../../../platform/database/database.ts';
import { systemOrigin } from '../../../platform/http/call.ts';
import type { Log } from '../../../platform/log.ts';
import { changeRun } from '../change-run.ts';
import { listPlaces, listPlacesOfActive } from '../device-places.queries.ts';
import { lockActiveRun, readerOfAll } from '../lock-run.ts';
import type { ActiveRuns } from './active-runs.ts';

interface Parts {
  readonly database: Database;
  readonly runs: ActiveRuns;
  readonly log: Log;
  readonly now: () => number;
}

type Markers = Run['path']['markers'];

const isLinkedSo = (markers: Markers, { path }: Run) => markers.every((marker, at) => marker === path.markers[at]);

/** Reads all places on every sixth check; the others read only recently heard devices, which are few. */
const LOOKS_A_ROUND = 6;

/** Links the devices of active runs to the markers where they stand now. */
export class DeviceLinks {
  readonly name = 'device links';
  readonly #parts: Parts;
  #looks = 0;
  readonly #places = new Map<number, Place>();
  /** The markers of each run at the last check. */
  #looked = new Map<number, Markers>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Checks runs that are new, have changed or have a moved device. */
  async look(): Promise<void> {
    const { runs, log } = this.#parts;
    const moved = await this.#findMoved();
    const looked = new Map<number, Markers>();
    for (const { run } of runs.values()) {
      try {
        const isSettled =
          this.#looked.get(run.runId) === run.path.markers && !run.path.agms.some((uid) => moved.has(uid));
        if (!isSettled && !isLinkedSo(this.#linkHere(run), run)) await this.#link(run.runId);
        looked.set(run.runId, run.path.markers);
      } catch (error) {
        // The run may have ended meanwhile; otherwise the next check retries it.
        log.warn({ err: error, runId: run.runId }, 'linking the devices of a run failed; retrying at the next check');
      }
    }
    this.#looked = looked;
  }

  async #findMoved(): Promise<ReadonlySet<number>> {
    const { database } = this.#parts;
    const told = await listPlacesOfActive(database.read(systemScope('run engine')), this.#looks % LOOKS_A_ROUND !== 0);
    this.#looks += 1;
    const moved = told.filter(({ uid, lat, lon }) => {
      const known = this.#places.get(uid);
      return known?.lat !== lat || known.lon !== lon;
    });
    for (const { uid, lat, lon } of moved) this.#places.set(uid, { lat, lon });
    return new Set(moved.map(({ uid }) => uid));
  }

  /** Links from cached places; a difference is checked again under the lock. */
  #linkHere({ path, auto }: Run): Markers {
    const devices = path.agms.map((uid): DeviceAt => ({
      uid,
      place: this.#places.get(uid) ?? path.offlineAgms[String(uid)] ?? null,
    }));
    return linkNearby(path.markers, devices, auto.linkDistanceM);
  }

  async #link(runId: RunId): Promise<void> {
    const { database, now } = this.#parts;
    await database.change(systemOrigin('run engine'), async (change) => {
      const run = await lockActiveRun(change, runId);
      const markers = linkNearby(
        run.path.markers,
        await listPlaces(readerOfAll(change), { ...run.path, groupId: run.groupId }),
        run.auto.linkDistanceM,
      );
      if (isLinkedSo(markers, run)) return;
      await changeRun(
        change,
        run,
        { ...run, path: { ...run.path, markers } },
        { action: 'run-devices-linked', message: 'RunUpdated', now: now() },
      );
    });
  }
}
