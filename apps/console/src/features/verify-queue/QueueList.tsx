import { Time } from '#/ui/clock/Time.tsx';
import { useEffect, useRef } from 'react';
import { useUnits } from '#/features/units/units.ts';
import { t } from '#/language/t.ts';
import { describeLateness, describeNearest, type QueueItem } from './queue.view.ts';
import styles from './VerifyQueue.module.css';

interface QueueListProps {
  readonly toVerify: readonly QueueItem[];
  readonly atNoMarker: readonly QueueItem[];
  readonly chosenKey: string;
  readonly onChoose: (key: string) => void;
}

export function QueueList({ toVerify, atNoMarker, chosenKey, onChoose }: QueueListProps) {
  return (
    <div className={styles.list}>
      <Group title={t('To verify')} items={toVerify} {...{ chosenKey, onChoose }} />
      <Group title={t('At no marker')} items={atNoMarker} {...{ chosenKey, onChoose }} />
    </div>
  );
}

interface GroupProps extends Pick<QueueListProps, 'chosenKey' | 'onChoose'> {
  readonly title: string;
  readonly items: readonly QueueItem[];
}

function Group({ title, items, chosenKey, onChoose }: GroupProps) {
  if (items.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={styles.group}>
        {title} <span>{items.length}</span>
      </h3>
      {items.map((item) => (
        <Row key={item.key} item={item} isChosen={item.key === chosenKey} onChoose={() => onChoose(item.key)} />
      ))}
    </section>
  );
}

interface RowProps {
  readonly item: QueueItem;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Row({ item, isChosen, onChoose }: RowProps) {
  const { tracked, passage, lateS, nearest } = item;
  const row = useRef<HTMLButtonElement>(null);
  const units = useUnits();
  // The keys move the choice, and the focus follows it.
  useEffect(() => {
    if (isChosen) row.current?.focus();
  }, [isChosen]);
  return (
    <button
      ref={row}
      type="button"
      className={styles.row}
      data-queue-row={isChosen ? 'chosen' : ''}
      aria-pressed={isChosen}
      tabIndex={isChosen ? 0 : -1}
      onClick={onChoose}
    >
      <strong>{tracked.run.pig}</strong>
      <span>{passage.markerName ?? t('AGM {uid}', { uid: passage.uid ?? '' })}</span>
      <Time className={styles.time} of={passage.passageAt} line={tracked.run.path.timeZone} saysUtc />
      <span className={styles.quiet}>
        {passage.markerName === null ? describeNearest(nearest, units) : describeLateness(lateS)}
      </span>
    </button>
  );
}
