import { useEffect, useState } from 'react';
import type { ReplyAt } from '#/api/address.ts';
import { callPublicApi } from '#/api/client.ts';
import { logFailure } from '#/api/log-failure.ts';
import { fetchNewestRelease, type Release } from './release-notes.ts';

export type ConsoleSettings = ReplyAt<'GET /console/settings'>;

/** undefined until loaded; a login works without them. */
function useLoaded<Value>(load: (signal: AbortSignal) => Promise<Value>): Value | null {
  const [value, setValue] = useState<Value | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    load(leaving.signal).then(setValue, (error: unknown) => {
      if (!leaving.signal.aborted) logFailure(error);
    });
    return () => leaving.abort();
  }, [load]);
  return value;
}

const loadSettings = (signal: AbortSignal) => callPublicApi('GET /console/settings', { signal });

export function useConsoleSettings(): ConsoleSettings | null {
  return useLoaded(loadSettings);
}

export function useNewestRelease(): Release | null {
  return useLoaded(fetchNewestRelease);
}
