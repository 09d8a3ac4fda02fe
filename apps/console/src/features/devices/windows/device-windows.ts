import { create } from 'zustand';
import { logFailure } from '#/api/log-failure.ts';
import { showWindow } from '#/ui/window/window-store.ts';

/** P-011: from where a passage's chart was opened. */
export type PassageSource = 'historic_data' | 'selected_passage' | 'report_manager';

export type DeviceWindowKind = 'history' | 'commands' | 'stream' | 'downloads' | 'rejections';

export interface PlainDeviceWindow {
  readonly kind: DeviceWindowKind;
  readonly uid: number;
}

export interface PassageWindow {
  readonly kind: 'passage';
  readonly uid: number;
  /** Any of the passage's records. */
  readonly passageId: number;
  readonly source: PassageSource;
  /** Its next and previous are the rows of this list (passage-lists.ts), whatever their device; left out: the device's own passages. */
  readonly listId?: string;
  /** 0 ELF, 1 GEO, 2 MAG; left out: the record's own. */
  readonly type?: 0 | 1 | 2;
  /** The window that it was opened from. */
  readonly besideId?: string;
  /** By the window's own way to the next or previous one: it goes on showing what was chosen there. */
  readonly isTurned?: true;
}

export type DeviceWindow = PlainDeviceWindow | PassageWindow;

interface DeviceWindows {
  readonly open: readonly DeviceWindow[];
}

/** The floating windows of devices: one of each kind and device, or for all rows of a list. */
export const useDeviceWindows = create<DeviceWindows>()(() => ({ open: [] }));

type Named = Pick<DeviceWindow, 'kind' | 'uid'> & Pick<PassageWindow, 'listId'>;

export function windowId({ kind, uid, listId }: Named): string {
  return `${kind}-${listId ?? uid}`;
}

const isSame = (one: Named, other: Named) => windowId(one) === windowId(other);

export function openDeviceWindow(kind: DeviceWindowKind, uid: number): void {
  useDeviceWindows.setState(({ open }) =>
    open.some((one) => isSame(one, { kind, uid })) ? {} : { open: [...open, { kind, uid }] },
  );
}

interface ChosenPassage extends Pick<PassageWindow, 'source' | 'listId' | 'type' | 'besideId'> {
  readonly uid: number | null;
  readonly passageId: number | null;
}

/** An open chart of the same device, or list, shows this passage from now on. */
export function openPassageWindow({ uid, passageId, ...how }: ChosenPassage): void {
  if (uid === null || passageId === null) {
    logFailure(new Error('Missing passageId'));
    return;
  }
  const shown: PassageWindow = { kind: 'passage', uid, passageId, ...how };
  useDeviceWindows.setState(({ open }) =>
    open.some((one) => isSame(one, shown))
      ? { open: open.map((one) => (isSame(one, shown) ? shown : one)) }
      : { open: [...open, shown] },
  );
  showWindow(windowId(shown));
}

/** To another passage, in the window as it is. */
export function turnPassageWindow(
  shown: PassageWindow,
  { uid, passageId }: Pick<PassageWindow, 'uid' | 'passageId'>,
): void {
  useDeviceWindows.setState(({ open }) => ({
    open: open.map((one) => (isSame(one, shown) ? { ...shown, uid, passageId, isTurned: true } : one)),
  }));
}

export function closeDeviceWindow(closed: Named): void {
  useDeviceWindows.setState(({ open }) => ({ open: open.filter((one) => !isSame(one, closed)) }));
}

export function closeDeviceWindows(): void {
  useDeviceWindows.setState({ open: [] });
}
