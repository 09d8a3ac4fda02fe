// What the managers' drawers hold, each a part of its own. They are listed here and not in the left drawer: which files a
// part consists of stands where it is asked for, and would come with the first view.

export const MANAGER_BODIES = {
  pigRunManager: async () => (await import('./RunManagerBody.tsx')).RunManagerBody,
  pigRunEditor: async () => (await import('./RunEditorBody.tsx')).RunEditorBody,
  reportManager: async () => (await import('#/features/reports/ReportManagerPanel.tsx')).ReportManagerPanel,
  broadcastCommands: async () => (await import('#/features/broadcast/BroadcastPanel.tsx')).BroadcastPanel,
};
