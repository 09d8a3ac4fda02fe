import { create } from 'zustand';

/** What the left drawer can show, one at a time. */
export type ManagerPanel = 'pigRunManager' | 'reportManager' | 'broadcastCommands';
export type ShellPanel = ManagerPanel | 'deviceInfo';
export type ShellDialog = 'about' | 'changePassword' | 'notifications' | 'localUsers' | 'addDevice' | 'removeDevice';

export type ShellLog = 'audit' | 'errors';

interface ShellStore {
  readonly panel: ShellPanel | null;
  /** Shown now, or again once the manager over it is closed. */
  readonly isDeviceInfoOpen: boolean;
  readonly dialog: ShellDialog | null;
  readonly areShortcutsOpen: boolean;
  readonly areMessagesOpen: boolean;
  readonly logs: readonly ShellLog[];
}

const CLOSED: ShellStore = {
  panel: null,
  isDeviceInfoOpen: false,
  dialog: null,
  areShortcutsOpen: false,
  areMessagesOpen: false,
  logs: [],
};

export const useShell = create<ShellStore>()(() => CLOSED);

export function openPanel(panel: ShellPanel): void {
  useShell.setState(panel === 'deviceInfo' ? { panel, isDeviceInfoOpen: true } : { panel });
}

/** Closing a manager brings back the device info that it has hidden. */
export function closePanel(): void {
  useShell.setState(({ panel, isDeviceInfoOpen }) =>
    panel !== 'deviceInfo' && isDeviceInfoOpen ? { panel: 'deviceInfo' } : { panel: null, isDeviceInfoOpen: false },
  );
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

/** For the next person who signs in on this page. */
export function closeEverything(): void {
  useShell.setState(CLOSED);
}
