import { create } from 'zustand';
import { logFailure } from '#/api/api-error.ts';
import { showWindow } from '#/ui/window/window-store.ts';

/** P-011: the origin of a passage's chart. */
export type PassageSource = 'historic_data' | 'selected_passage' | 'report_manager';

export type DeviceWindowKind = 'history' | 'commands' | 'stream' | 'downloads' | 'rejections';

export interface PlainDeviceWindow {
  readonly kind: DeviceWindowKind;
  readonly uid: number;
}

export interface PassageWindow {
  readonly kind: 'passage';
  readonly uid: number;
  /** The id of any of the passage's records. */
  readonly passageId: number;
  readonly source: PassageSource;
  /**
   * Next and previous move through this list (passage-lists.ts), across devices; left out: the device's own passages.
   */
  readonly listId?: string;
  /** 0 ELF, 1 GEO, 2 MAG; left out: the record's own. */
  readonly type?: 0 | 1 | 2;
  /** The window that opened it. */
  readonly besideId?: string;
  /** Opened by the chart's own next or previous: it keeps the user's choices. */
  readonly isTurned?: true;
}

export type DeviceWindow = PlainDeviceWindow | PassageWindow;

interface DeviceWindows {
  readonly open: readonly DeviceWindow[];
}

/** The floating windows of devices: one per kind and device, or one for all rows of a list. */
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

/** An open chart of the same device or list shows this passage instead. */
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

/** Shows another passage in the same window. */
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
