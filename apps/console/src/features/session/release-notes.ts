export interface Release {
  readonly version: string;
  readonly notes: readonly string[];
}

/** The file has notes by version, the newest first, which is the application's. */
export function readNewestRelease(file: unknown): Release | null {
  if (typeof file !== 'object' || file === null || Array.isArray(file)) return null;
  const [newest] = Object.entries(file);
  if (!newest) return null;
  const [version, notes] = newest;
  return { version, notes: Array.isArray(notes) ? notes.map(String) : [] };
}

/** Not cached, so that the shown version is the installed one. */
export async function fetchNewestRelease(signal?: AbortSignal): Promise<Release | null> {
  const response = await fetch('/release-notes.json', { cache: 'no-store', ...(signal && { signal }) });
  return response.ok ? readNewestRelease(await response.json()) : null;
}
