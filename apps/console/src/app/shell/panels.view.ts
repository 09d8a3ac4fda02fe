import type { ManagerPanel, ShellPanel } from './shell-store.ts';

interface PanelText {
  readonly title: string;
  /** What this version has to say there. */
  readonly empty: string;
}

/** Those that this version only announces. */
export type EmptyPanel = Exclude<ManagerPanel, 'broadcastCommands'>;

export const PANEL_TEXTS: Readonly<Record<EmptyPanel, PanelText>> = {
  pigRunManager: { title: 'Pig Run Manager', empty: 'Pig runs are not part of this version.' },
  reportManager: { title: 'Download/Report Manager', empty: 'Downloads and reports are not part of this version.' },
};

/** The managers need the room: while one is shown, neither device info nor device table is. */
export function hidesDevices(panel: ShellPanel | null): boolean {
  return panel !== null && panel !== 'deviceInfo';
}
