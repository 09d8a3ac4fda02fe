import { create } from 'zustand';

/** What the left drawer can show, one at a time. */
export type ShellPanel = 'pigRunManager' | 'reportManager' | 'broadcastCommands';
export type ShellDialog = 'about' | 'changePassword' | 'notifications' | 'localUsers';

interface ShellStore {
  readonly panel: ShellPanel | null;
  readonly dialog: ShellDialog | null;
  readonly areShortcutsOpen: boolean;
}

export const useShell = create<ShellStore>()(() => ({ panel: null, dialog: null, areShortcutsOpen: false }));

export function openPanel(panel: ShellPanel): void {
  useShell.setState({ panel });
}

export function closePanel(): void {
  useShell.setState({ panel: null });
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

/** For the next person who signs in on this page. */
export function closeEverything(): void {
  useShell.setState({ panel: null, dialog: null, areShortcutsOpen: false });
}
