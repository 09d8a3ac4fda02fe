import type { Place } from '@waymark/domain/geo/great-circle';
import { isLocated } from '@waymark/domain/device/location';
import { findWithin } from '@waymark/domain/path/lasso';
import { t } from '#/language/t.ts';
import type { Device } from '#/features/devices/store/device.ts';
import { addAgms, removeAgms } from '../agms/agm-list.ts';
import type { EditorDraft } from '../draft.ts';

type LassoDevice = Pick<Device, 'uid' | 'groupId' | 'lat' | 'lon' | 'isConnected'>;

interface Caught {
  readonly draft: EditorDraft;
  /** Message for the user. */
  readonly message: string;
  readonly detail?: string;
}

function remove(draft: EditorDraft, found: readonly LassoDevice[]): Caught {
  const left = removeAgms(draft, new Set(found.map(({ uid }) => uid)));
  const count = draft.agms.length - left.agms.length;
  return count === 0
    ? { draft, message: t('No AGMs of the path there') }
    : { draft: left, message: t('{count} AGM removed|{count} AGMs removed', { count }) };
}

/** Says why some of the enclosed devices were not added. */
function explainRest(present: number, foreign: number): string | undefined {
  const words = [
    present > 0 ? t('{count} already there|{count} already there', { count: present }) : null,
    foreign > 0
      ? t('{count} of another company left out|{count} of another company left out', { count: foreign })
      : null,
  ].filter((each) => each !== null);
  return words.length > 0 ? words.join(', ') : undefined;
}

/** Applies the drawn outline to the draft. */
export function catchDevices(
  draft: EditorDraft,
  outline: readonly Place[],
  devices: readonly LassoDevice[],
  isRemoving: boolean,
): Caught {
  const found = findWithin(devices.filter(isLocated), outline);
  if (found.length === 0) return { draft, message: t('No AGMs there') };
  if (isRemoving) return remove(draft, found);
  const chosen = new Set(draft.agms);
  const present = found.filter(({ uid }) => chosen.has(uid)).length;
  const caught = addAgms(draft, found, devices);
  const added = caught.agms.length - draft.agms.length;
  const detail = explainRest(present, found.length - present - added);
  return {
    draft: caught,
    message: t('{count} AGM added|{count} AGMs added', { count: added }),
    ...(detail !== undefined && { detail }),
  };
}

/** A click on a device adds it to the path, or removes it. */
export function toggleDevice(draft: EditorDraft, uid: number, devices: readonly LassoDevice[]): Caught {
  if (draft.agms.includes(uid))
    return { draft: removeAgms(draft, new Set([uid])), message: t('AGM {uid} removed', { uid }) };
  const caught = addAgms(
    draft,
    devices.filter((device) => device.uid === uid),
    devices,
  );
  return {
    draft: caught,
    message: caught === draft ? t('AGM {uid} is of another company', { uid }) : t('AGM {uid} added', { uid }),
  };
}
