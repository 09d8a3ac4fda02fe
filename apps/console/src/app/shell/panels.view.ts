import type { ManagerPanel, ShellPanel } from './shell-store.ts';

interface PanelText {
  readonly title: string;
  /** What this version has to say there. */
  readonly empty: string;
}

export const PANEL_TEXTS: Readonly<Record<ManagerPanel, PanelText>> = {
  pigRunManager: { title: 'Pig Run Manager', empty: 'Pig runs are not part of this version.' },
  reportManager: { title: 'Download/Report Manager', empty: 'Downloads and reports are not part of this version.' },
  broadcastCommands: { title: 'Broadcast Commands', empty: 'Broadcast commands are not part of this version.' },
};

/** The managers need the room: while one is shown, neither device info nor device table is. */
export function hidesDevices(panel: ShellPanel | null): boolean {
  return panel !== null && panel !== 'deviceInfo';
}
