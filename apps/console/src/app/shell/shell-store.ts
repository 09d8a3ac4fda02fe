import { create } from 'zustand';
import { Slot } from '#/api/slot.ts';

/** The panels of the left drawer, one at a time. */
export type ManagerPanel = 'pigRunManager' | 'pigRunEditor' | 'reportManager' | 'broadcastCommands' | 'alerts';
export type ShellPanel = ManagerPanel | 'deviceInfo';
export type ShellDialog =
  | 'about'
  | 'changePassword'
  | 'sessions'
  | 'secondFactor'
  | 'secondFactorRule'
  | 'notifications'
  | 'localUsers'
  | 'letterhead'
  | 'apiKeys'
  | 'wallboards'
  | 'controlProfiles'
  | 'reportMails'
  | 'calendar'
  | 'units'
  | 'times'
  | 'language'
  | 'addDevice'
  | 'removeDevice';

/** Windows for administrators of companies and staff. */
export type ShellLog = 'audit' | 'errors' | 'rejections' | 'health';

interface Panels {
  readonly panel: ShellPanel | null;
  /** Shown now, or again after the manager over it is closed. */
  readonly isDeviceInfoOpen: boolean;
}

interface ShellStore extends Panels {
  /** The panels to show after the user has confirmed that the present one may close. */
  readonly awaited: Panels | null;
  /** The panel is hidden while the user draws or picks on the map. */
  readonly isMapInHand: boolean;
  readonly dialog: ShellDialog | null;
  readonly areShortcutsOpen: boolean;
  readonly areMessagesOpen: boolean;
  readonly logs: readonly ShellLog[];
}

const CLOSED: ShellStore = {
  panel: null,
  isDeviceInfoOpen: false,
  awaited: null,
  isMapInHand: false,
  dialog: null,
  areShortcutsOpen: false,
  areMessagesOpen: false,
  logs: [],
};

export const useShell = create<ShellStore>()(() => CLOSED);

export function takeMapInHand(isMapInHand: boolean): void {
  useShell.setState({ isMapInHand });
}

const closesFreely = () => false;
const mustAsk = new Slot<() => boolean>(closesFreely);

/** Until the returned function is called the panel closes only if `ask` returns false, or by leavePanel. */
export function guardPanel(ask: () => boolean): () => void {
  mustAsk.put(ask);
  return () => {
    if (mustAsk.get() === ask) mustAsk.put(closesFreely);
  };
}

function turnTo(next: Panels): void {
  useShell.setState(next.panel !== useShell.getState().panel && mustAsk.get()() ? { awaited: next } : next);
}

export function openPanel(panel: ShellPanel): void {
  turnTo({ panel, isDeviceInfoOpen: panel === 'deviceInfo' || useShell.getState().isDeviceInfoOpen });
}

/** Closing a manager shows the device info again that it has hidden. */
export function closePanel(): void {
  const { panel, isDeviceInfoOpen } = useShell.getState();
  turnTo(
    panel !== 'deviceInfo' && isDeviceInfoOpen
      ? { panel: 'deviceInfo', isDeviceInfoOpen }
      : { panel: null, isDeviceInfoOpen: false },
  );
}

/** The user has confirmed: the panel may close. */
export function leavePanel(): void {
  useShell.setState(({ awaited }) => ({ ...awaited, awaited: null }));
}

export function stayInPanel(): void {
  useShell.setState({ awaited: null });
}

export function toggleDeviceInfo(): void {
  if (useShell.getState().panel === 'deviceInfo') closePanel();
  else openPanel('deviceInfo');
}

export function openDialog(dialog: ShellDialog): void {
  useShell.setState({ dialog });
}

export function closeDialog(): void {
  useShell.setState({ dialog: null });
}

export function openShortcuts(): void {
  useShell.setState({ areShortcutsOpen: true });
}

export function closeShortcuts(): void {
  useShell.setState({ areShortcutsOpen: false });
}

export function openMessages(): void {
  useShell.setState({ areMessagesOpen: true });
}

export function closeMessages(): void {
  useShell.setState({ areMessagesOpen: false });
}

export function openLog(log: ShellLog): void {
  useShell.setState(({ logs }) => (logs.includes(log) ? {} : { logs: [...logs, log] }));
}

export function closeLog(log: ShellLog): void {
  useShell.setState(({ logs }) => ({ logs: logs.filter((open) => open !== log) }));
}

/** For the next user who signs in on this page. */
export function closeEverything(): void {
  useShell.setState(CLOSED);
}
