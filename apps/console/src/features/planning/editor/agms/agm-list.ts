import type { Place } from '@waymark/domain/geo/great-circle';
import { isLocated } from '@waymark/domain/device/location';
import type { Device } from '#/features/devices/store/device.ts';
import type { EditorDraft } from '../draft.ts';

// The devices that watch the path. All belong to one company, to which the path belongs too.

/** A draft, or the path of a run. */
type Watched = Pick<EditorDraft, 'agms' | 'offlineAgms'>;
type Watcher = Pick<Device, 'uid' | 'groupId' | 'lat' | 'lon' | 'isConnected'>;

/** null: none of them is known, so any company is possible. */
export function findCompany(
  uids: readonly number[],
  devices: readonly Pick<Device, 'uid' | 'groupId'>[],
): number | null {
  const chosen = new Set(uids);
  return devices.find(({ uid }) => chosen.has(uid))?.groupId ?? null;
}

export function listCompanies(devices: readonly Pick<Device, 'groupId'>[]): readonly number[] {
  return [...new Set(devices.map(({ groupId }) => groupId))].toSorted((one, other) => one - other);
}

const hasLiveLocation = (device: Watcher) => device.isConnected && isLocated(device);

/** The last place of a device without a current one. */
function placeOf(device: Watcher): Place | null {
  return !hasLiveLocation(device) && isLocated(device) ? { lat: device.lat, lon: device.lon } : null;
}

function placesOf(devices: readonly Watcher[]): Readonly<Record<string, Place>> {
  return Object.fromEntries(
    devices.flatMap((device) => {
      const place = placeOf(device);
      return place ? [[String(device.uid), place] as const] : [];
    }),
  );
}

/** Leaves out devices of another company than the first one's. */
export function addAgms<Draft extends Watched>(
  draft: Draft,
  added: readonly Watcher[],
  known: readonly Watcher[],
): Draft {
  const company = findCompany(draft.agms, known) ?? added[0]?.groupId;
  const present = new Set(draft.agms);
  const fresh = added.filter(({ uid, groupId }) => groupId === company && !present.has(uid));
  if (fresh.length === 0) return draft;
  return {
    ...draft,
    agms: [...draft.agms, ...fresh.map(({ uid }) => uid)].toSorted((one, other) => one - other),
    offlineAgms: { ...draft.offlineAgms, ...placesOf(fresh) },
  };
}

export function removeAgms<Draft extends Watched>(draft: Draft, uids: ReadonlySet<number>): Draft {
  return {
    ...draft,
    agms: draft.agms.filter((uid) => !uids.has(uid)),
    offlineAgms: Object.fromEntries(Object.entries(draft.offlineAgms).filter(([uid]) => !uids.has(Number(uid)))),
  };
}

/** Replaces the AGMs by the chosen ones; keeps those that the list cannot show because they no longer exist. */
export function chooseAgms<Draft extends Watched>(
  draft: Draft,
  chosen: ReadonlySet<number>,
  known: readonly Watcher[],
): Draft {
  const left = new Set(known.map(({ uid }) => uid).filter((uid) => !chosen.has(uid)));
  return addAgms(
    removeAgms(draft, left),
    known.filter(({ uid }) => chosen.has(uid)),
    known,
  );
}
