import type { ReactNode } from 'react';
import { Sign } from '#/ui/button/Sign.tsx';
import styles from './Entry.module.css';

const marks = { info: 'info', done: 'check', error: 'error' } as const;

interface EntryNoteProps {
  readonly tone: keyof typeof marks;
  readonly children: ReactNode;
}

/** A message about the whole form: why it was refused, what happens next. */
export function EntryNote({ tone, children }: EntryNoteProps) {
  return (
    <div className={styles.note} data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <Sign name={marks[tone]} size={15} />
      <span>{children}</span>
    </div>
  );
}
