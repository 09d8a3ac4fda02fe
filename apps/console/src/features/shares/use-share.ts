import { useCallback, useRef, useState } from 'react';
import type { RouteReply } from '@waymark/contract/route';
import type { sharesRoutes } from '@waymark/contract/routes/shares';
import { readOutcome, type Outcome, type Readings } from '#/features/shown-runs/readings.ts';
import { useReadings } from '#/features/shown-runs/use-readings.ts';

export type SharePageData = RouteReply<typeof sharesRoutes.readShare>;

const READ_MS = 10_000;

interface SharedRun extends Readings<SharePageData> {
  readonly sendPassword: (password: string) => void;
}

/** The run of the link in the address bar, read again every ten seconds. */
export function useSharedRun(): SharedRun {
  const [token] = useState(() => location.hash.slice(1));
  const [attempt, setAttempt] = useState<{ readonly password?: string }>({});
  // Replaces the password after the first answer, so that later readings compare no hash.
  const pass = useRef<string>(undefined);
  const read = useCallback(async (): Promise<Outcome<SharePageData>> => {
    const proof = pass.current === undefined ? attempt : { pass: pass.current };
    const outcome = await readOutcome<SharePageData>('/api/share/read', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, ...proof }),
    });
    if (outcome.kind === 'read') pass.current = outcome.value.pass ?? undefined;
    // The pass has ended: the page asks for the password again.
    if (outcome.kind === 'refused') pass.current = undefined;
    return outcome;
  }, [token, attempt]);
  const readings = useReadings(read, READ_MS);
  return { ...readings, sendPassword: (password) => setAttempt({ password }) };
}
