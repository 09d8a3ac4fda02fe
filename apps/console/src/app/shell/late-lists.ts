// A file that imports a part contains the list of the part's files. The lists in this file load after the first view.

export const loadLastKnown = () => import('../offline/open-last-known.ts');
export const loadBell = () => import('#/features/alert-inbox/AlertBell.tsx');

export const loadTrackedRuns = async () => (await import('#/features/tracking/TrackedRuns.tsx')).TrackedRuns;
export const loadRunsMap = async () => (await import('#/features/tracking/map/RunsMap.tsx')).RunsMap;

/** The contents of the managers' drawers. */
export const MANAGER_BODIES = {
  pigRunManager: async () => (await import('./drawers/RunManagerBody.tsx')).RunManagerBody,
  pigRunEditor: async () => (await import('./drawers/RunEditorBody.tsx')).RunEditorBody,
  reportManager: async () => (await import('#/features/reports/ReportManagerPanel.tsx')).ReportManagerPanel,
  broadcastCommands: async () => (await import('#/features/broadcast/BroadcastPanel.tsx')).BroadcastPanel,
  alerts: async () => (await import('#/features/alert-inbox/AlertsPanel.tsx')).AlertsPanel,
};
