import { useEffect, useState } from 'react';

/**
 * A part of the console once it has loaded, null before; a failed load fails the component. Suspense would delay it by
 * 300 ms even if it is ready at once.
 */
export function useLatePart<Part>(load: () => Promise<Part>): Part | null {
  const [part, setPart] = useState<Part | null>(null);
  const [failed, setFailed] = useState<{ readonly error: unknown } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (loaded) => isCurrent && setPart(() => loaded),
      (error: unknown) => isCurrent && setFailed({ error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [load]);
  if (failed) throw failed.error;
  return part;
}
