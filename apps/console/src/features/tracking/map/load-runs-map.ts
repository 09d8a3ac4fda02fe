export const loadRunsMap = async () => (await import('./RunsMap.tsx')).RunsMap;
