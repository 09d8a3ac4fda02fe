import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { formatCount } from '#/language/numbers.ts';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { Section } from '#/ui/sheet/Panel.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { Age } from '#/features/devices/age.ts';
import { useSteadyDevices } from '#/features/devices/table/use-steady-devices.ts';
import type { SentBroadcast } from './broadcast-store.ts';
import { CommandList } from './CommandList.tsx';
import { DeviceNotes } from './DeviceNotes.tsx';
import { broadcastQuery, type BroadcastReply } from './broadcast.data.ts';
import {
  countDevices,
  countOutcomes,
  describeOutcome,
  describeProgress,
  listToRetry,
  listTroubles,
  listWaiting,
  isOpen,
} from './progress.view.ts';
import { serverNow } from '#/live/clock-store.ts';
import { LateReload } from '#/live/late-reload.ts';
import { liveEvents } from '#/live/live.ts';
import styles from './Broadcast.module.css';

/** Minimum interval of reloads: commands change in large numbers. */
const REST_MS = 2000;

/** Interval of reloads without any event. */
const QUIET_MS = 30_000;

type Progress = Pick<BroadcastReply, 'devices' | 'failed'>;

/** The number of devices in each state. */
function ProgressBar({ progress }: { readonly progress: Progress }) {
  const counts = countOutcomes(progress);
  const total = countDevices(progress);
  const accepted = counts.find(({ outcome }) => outcome === 'accepted')?.count ?? 0;
  const words = describeProgress(progress);
  return (
    <>
      <p className={styles.words}>{words}</p>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={t('Accepted')}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={accepted}
        aria-valuetext={words}
      >
        {counts.map(
          ({ outcome, count }) => count > 0 && <i key={outcome} data-outcome={outcome} style={{ flexGrow: count }} />,
        )}
      </div>
      <ul className={styles.legend} aria-label={t('AGMs by state')}>
        {counts.map(({ outcome, count }) => (
          <li key={outcome}>
            <i data-outcome={outcome} />
            {describeOutcome(outcome)} <span className={styles.figure}>{formatCount(count)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

interface OutcomeProps {
  readonly broadcast: SentBroadcast;
  readonly progress: Progress;
  readonly onRetry: (uids: readonly number[]) => void;
}

function Outcomes({ broadcast: { isRetried }, progress, onRetry }: OutcomeProps) {
  const { blockedBecause } = useCanWrite();
  const troubles = listTroubles(progress);
  const waiting = listWaiting(progress, useSteadyDevices(), serverNow());
  const toRetry = listToRetry(progress);
  const retry = !isRetried && toRetry.length > 0 && (
    <Button
      size="tiny"
      icon="retry"
      disabled={blockedBecause !== undefined}
      title={blockedBecause}
      onClick={() => onRetry(toRetry)}
    >
      {t('Retry failed')}
    </Button>
  );
  return (
    <>
      <ProgressBar progress={progress} />
      {troubles.length > 0 && (
        <DeviceNotes
          title={t('Failed')}
          rows={troubles.map(({ uid, reason }) => ({ uid, text: reason }))}
          isOpenFirst
          action={retry}
        >
          {isRetried && <p className={styles.retried}>{t('Sent again in a newer broadcast.')}</p>}
        </DeviceNotes>
      )}
      {waiting.length > 0 && (
        <DeviceNotes title={t('Waiting')} rows={waiting.map(({ uid, words }) => ({ uid, text: words }))} />
      )}
    </>
  );
}

function Watched({ broadcastId, ...props }: Omit<OutcomeProps, 'progress'> & { readonly broadcastId: number }) {
  const query = useBroadcastProgress(broadcastId);
  return (
    <>
      <ReloadFailure query={query} what={t('Progress')} />
      <LoadedData query={query} what={t('Progress')} widths={[180, 330, 280]} isInline>
        {(progress) => (
          <>
            <p className={styles.when}>
              <span className="tabular">{progress.at} UTC</span>, <Age of={progress.at} />
            </p>
            <Outcomes {...props} progress={progress} />
          </>
        )}
      </LoadedData>
    </>
  );
}

export function BroadcastProgress({ broadcast, onRetry }: Omit<OutcomeProps, 'progress'>) {
  const { broadcastId, order, failed } = broadcast;
  return (
    <Section title={broadcastId === null ? t('Not sent') : t('Broadcast {id}', { id: broadcastId })}>
      <CommandList order={order} label={t('Commands')} />
      {broadcastId === null ? (
        <Outcomes {...{ broadcast, onRetry }} progress={{ devices: [], failed: [...failed] }} />
      ) : (
        <Watched {...{ broadcastId, broadcast, onRetry }} />
      )}
    </Section>
  );
}

/** A broadcast, updated until all its commands are final. Events name commands, not broadcasts. */
function useBroadcastProgress(broadcastId: number) {
  const queryClient = useQueryClient();
  const query = useQuery({
    ...broadcastQuery(broadcastId),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isOpen(data) ? QUIET_MS : false),
  });
  const isWatched = query.data === undefined || isOpen(query.data);
  useEffect(() => {
    if (!isWatched) return undefined;
    const reload = new LateReload(() => queryClient.invalidateQueries(broadcastQuery(broadcastId)), REST_MS);
    const stop = liveEvents.listen('ReceiveCommandUpdate', ({ source }) => {
      if (source === 'broadcast') reload.soon();
    });
    return () => {
      stop();
      reload.stop();
    };
  }, [queryClient, broadcastId, isWatched]);
  return query;
}
