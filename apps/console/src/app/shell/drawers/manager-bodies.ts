// The contents of the managers' drawers, each a separate part. Listed in this file because the importing file contains
// the list of each part's files, which would otherwise load with the first view.

export const MANAGER_BODIES = {
  pigRunManager: async () => (await import('./RunManagerBody.tsx')).RunManagerBody,
  pigRunEditor: async () => (await import('./RunEditorBody.tsx')).RunEditorBody,
  reportManager: async () => (await import('#/features/reports/ReportManagerPanel.tsx')).ReportManagerPanel,
  broadcastCommands: async () => (await import('#/features/broadcast/BroadcastPanel.tsx')).BroadcastPanel,
  alerts: async () => (await import('#/features/alert-inbox/AlertsPanel.tsx')).AlertsPanel,
};
