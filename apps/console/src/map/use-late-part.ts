import { useEffect, useState } from 'react';

/**
 * A part of the console once it is there, null before; one that does not come fails whoever asks for it. Suspense would
 * hold it back for 300 ms even where it comes in the same moment.
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
