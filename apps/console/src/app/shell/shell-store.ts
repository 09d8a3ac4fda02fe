import { create } from 'zustand';

/** What the left drawer can show, one at a time. */
export type ManagerPanel = 'pigRunManager' | 'pigRunEditor' | 'reportManager' | 'broadcastCommands';
export type ShellPanel = ManagerPanel | 'deviceInfo';
export type ShellDialog =
  | 'about'
  | 'changePassword'
  | 'sessions'
  | 'notifications'
  | 'localUsers'
  | 'addDevice'
  | 'removeDevice';

/** Windows of those who look after companies or the product. */
export type ShellLog = 'audit' | 'errors' | 'rejections' | 'health';

interface Panels {
  readonly panel: ShellPanel | null;
  /** Shown now, or again once the manager over it is closed. */
  readonly isDeviceInfoOpen: boolean;
}

interface ShellStore extends Panels {
  /** What is to come once the person has said that the panel may go. */
  readonly awaited: Panels | null;
  /** The panel waits while something is drawn or picked on the map. */
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

let mustAsk: () => boolean = () => false;

/** Until the answer is called the panel goes only where `ask` says no, or by leavePanel. */
export function guardPanel(ask: () => boolean): () => void {
  mustAsk = ask;
  return () => {
    if (mustAsk === ask) mustAsk = () => false;
  };
}

function turnTo(next: Panels): void {
  useShell.setState(next.panel !== useShell.getState().panel && mustAsk() ? { awaited: next } : next);
}

export function openPanel(panel: ShellPanel): void {
  turnTo({ panel, isDeviceInfoOpen: panel === 'deviceInfo' || useShell.getState().isDeviceInfoOpen });
}

/** Closing a manager brings back the device info that it has hidden. */
export function closePanel(): void {
  const { panel, isDeviceInfoOpen } = useShell.getState();
  turnTo(
    panel !== 'deviceInfo' && isDeviceInfoOpen
      ? { panel: 'deviceInfo', isDeviceInfoOpen }
      : { panel: null, isDeviceInfoOpen: false },
  );
}

/** The person has been asked: the panel may go. */
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

/** For the next person who signs in on this page. */
export function closeEverything(): void {
  useShell.setState(CLOSED);
}
