import { useEffect, useState } from 'react';
import { NO_READING, takeOutcome, type Outcome, type Readings } from './readings.ts';

/** Reads at once, and every `everyMs` until the server refuses; a new `read` starts again. */
export function useReadings<Value>(read: (() => Promise<Outcome<Value>>) | null, everyMs: number): Readings<Value> {
  const [readings, setReadings] = useState<Readings<Value>>(NO_READING);
  useEffect(() => {
    if (!read) return undefined;
    let isStopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const turn = async () => {
      const outcome = await read();
      if (isStopped) return;
      setReadings((before) => takeOutcome(before, outcome, Date.now()));
      if (outcome.kind !== 'refused') timer = setTimeout(() => void turn(), everyMs);
    };
    void turn();
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [read, everyMs]);
  return readings;
}
