import { create } from 'zustand';

export type DeviceWindowKind = 'history' | 'commands' | 'stream';

export interface DeviceWindow {
  readonly kind: DeviceWindowKind;
  readonly uid: number;
}

interface DeviceWindows {
  readonly open: readonly DeviceWindow[];
}

/** The floating windows of devices: one of each kind and device. */
export const useDeviceWindows = create<DeviceWindows>()(() => ({ open: [] }));

const isSame = (one: DeviceWindow, kind: DeviceWindowKind, uid: number) => one.kind === kind && one.uid === uid;

export function windowId({ kind, uid }: DeviceWindow): string {
  return `${kind}-${uid}`;
}

export function openDeviceWindow(kind: DeviceWindowKind, uid: number): void {
  useDeviceWindows.setState(({ open }) => (open.some((one) => isSame(one, kind, uid)) ? {} : { open: [...open, { kind, uid }] }));
}

export function closeDeviceWindow({ kind, uid }: DeviceWindow): void {
  useDeviceWindows.setState(({ open }) => ({ open: open.filter((one) => !isSame(one, kind, uid)) }));
}

export function closeDeviceWindows(): void {
  useDeviceWindows.setState({ open: [] });
}
