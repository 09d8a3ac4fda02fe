import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { Time } from '#/ui/clock/Time.tsx';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { DraftSection } from './DraftSection.tsx';
import { HandoverView } from './HandoverView.tsx';
import { handoverQuery, handoversQuery, type Company, type HandoverRow } from './shift.data.ts';
import styles from './ShiftPage.module.css';

interface HandoversTabProps {
  readonly groupId: Company;
  readonly canWrite: boolean;
}

/** The own draft, the list of signed handovers, and the chosen one. */
export function HandoversTab({ groupId, canWrite }: HandoversTabProps) {
  const query = useInfiniteQuery(handoversQuery(groupId));
  const [chosen, setChosen] = useState<number | null>(null);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <div className={styles.handovers}>
      {canWrite && <DraftSection onSigned={setChosen} />}
      <section className={styles.section} aria-label={t('Signed handovers')}>
        <h2 className={styles.heading}>{t('Signed handovers')}</h2>
        <LoadedData query={query} what={t('Handovers')} widths={[320, 280, 300]} isInline>
          {({ pages }) => {
            const handovers = pages.flatMap((page) => page.handovers);
            if (handovers.length === 0) return <EmptyState>{t('No handover has been signed yet.')}</EmptyState>;
            return (
              <ul className={styles.list}>
                {handovers.map((row) => (
                  <Row key={row.id} row={row} isChosen={row.id === chosen} onChoose={setChosen} />
                ))}
              </ul>
            );
          }}
        </LoadedData>
        {hasNextPage && (
          <div className={styles.more}>
            <Button size="small" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('Show older')}
            </Button>
          </div>
        )}
      </section>
      {chosen !== null && <Chosen key={chosen} id={chosen} canWrite={canWrite} />}
    </div>
  );
}

interface RowProps {
  readonly row: HandoverRow;
  readonly isChosen: boolean;
  readonly onChoose: (id: number) => void;
}

function Row({ row: { id, signed, accepted }, isChosen, onChoose }: RowProps) {
  return (
    <li className={styles.handover} data-waiting={accepted === null || undefined}>
      <div className={styles.grows}>
        <strong>{t('Handover {number}', { number: id })}</strong>
        <span className={styles.quiet}>
          {t('Signed by {name}', { name: signed.name })}, <Time of={signed.at} saysUtc />
        </span>
        {accepted ? (
          <span className={styles.quiet}>
            {t('Accepted by {name}', { name: accepted.name })}, <Time of={accepted.at} saysUtc />
          </span>
        ) : (
          <span className={styles.waits}>{t('Waits to be accepted')}</span>
        )}
      </div>
      <Button size="small" aria-pressed={isChosen} onClick={() => onChoose(id)}>
        {t('Show')}
        <span className="visually-hidden"> {t('Handover {number}', { number: id })}</span>
      </Button>
    </li>
  );
}

function Chosen({ id, canWrite }: { readonly id: number; readonly canWrite: boolean }) {
  const query = useQuery(handoverQuery(id));
  return (
    <LoadedData query={query} what={t('Handover')} widths={[320, 280, 300]}>
      {({ handover }) => <HandoverView handover={handover} canWrite={canWrite} />}
    </LoadedData>
  );
}
