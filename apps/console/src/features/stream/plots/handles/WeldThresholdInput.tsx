import { useId, useState, type KeyboardEvent } from 'react';
import type { StreamSession } from '#/features/stream/session/session-types.ts';
import styles from '../StreamPlots.module.css';
import { formatThreshold } from './thresholds.view.ts';

interface WeldThresholdInputProps {
  readonly session: StreamSession;
  readonly value: number;
}

/** The weld threshold as a number; an invalid entry changes nothing. */
export function WeldThresholdInput({ session, value }: WeldThresholdInputProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const commit = () => {
    const typed = draft?.trim().replace(',', '.') ?? '';
    setDraft(null);
    if (typed !== '' && Number.isFinite(Number(typed))) session.setThreshold('weld', Number(typed), 'text');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit();
    else if (event.key === 'Escape' && draft !== null) {
      // Escape reverts the entry and does not close the window.
      event.preventDefault();
      setDraft(null);
    }
  };
  return (
    <label className={styles.weld} htmlFor={id}>
      Weld threshold
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        value={draft ?? formatThreshold('weld', value)}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
    </label>
  );
}
