import { Time } from '#/ui/clock/Time.tsx';
import { useDeviceZone, useZone } from '#/ui/clock/zones.ts';
import { headTimes } from '@waymark/domain/time/zoned-text';
import { SegmentedControl } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { buildChart, nameDrawn } from '#/features/passage-chart/chart-model.ts';
import { ChartStage } from '#/features/passage-chart/ChartStage.tsx';
import { chartQuery } from '#/features/passage-chart/passage.data.ts';
import {
  explainNoData,
  findChoice,
  labelChoices,
  listChoices,
  listTypesOf,
  type WaveformChoice,
} from '#/features/passage-chart/passage.view.ts';
import { ScoreList } from '#/features/history/passages/PassageMarks.tsx';
import { findScores } from '#/features/tracking/passages/run-passages.view.ts';
import { useRunScores } from '#/features/tracking/passages/run-scores.data.ts';
import { Button } from '#/ui/button/Button.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '#/ui/state/DataState.tsx';
import { useUnits } from '#/features/units/units.ts';
import { t } from '#/language/t.ts';
import { toShownError } from '#/ui/state/shown-error.ts';
import {
  describeLateness,
  describeNearest,
  describeSpeed,
  listNeighbours,
  nameItem,
  STATE_WORDS,
  type QueueItem,
} from './queue.view.ts';
import styles from './VerifyQueue.module.css';

export type Decided = 'verify' | 'reject';

interface DecisionProps {
  readonly item: QueueItem;
  readonly next: QueueItem | undefined;
  readonly isAdmin: boolean;
  readonly blockedBecause: string | undefined;
  readonly onDecide: (decision: Decided) => void;
  readonly onAdd: () => void;
}

/** The chosen passage: its facts, its chart and the two decisions. */
export function Decision({ item, next, isAdmin, blockedBecause, onDecide, onAdd }: DecisionProps) {
  const { tracked, passage, lateS, nearest } = item;
  const scores = findScores(useRunScores(tracked), passage);
  const isAtMarker = passage.markerName !== null;
  const units = useUnits();
  return (
    <section className={styles.decision} aria-label={nameItem(item)}>
      <header className={styles.head}>
        <h3>{nameItem(item)}</h3>
        <span>
          <Time of={passage.passageAt} line={tracked.run.path.timeZone} saysUtc />,{' '}
          {t('AGM {uid}', { uid: String(item.uid) })}
        </span>
        <span>
          {isAtMarker
            ? describeLateness(lateS)
            : t('Nearest markers: {markers}', { markers: describeNearest(nearest, units) })}
        </span>
        <ScoreList of={scores} />
      </header>
      <Neighbours item={item} />
      <QueueChart item={item} next={next} />
      {isAdmin && (
        <div className={styles.acts}>
          {isAtMarker ? (
            <>
              <Button
                look="primary"
                icon="check"
                disabled={blockedBecause !== undefined}
                title={blockedBecause}
                onClick={() => onDecide('verify')}
              >
                {t('Verify')}
              </Button>
              <Button
                icon="close"
                disabled={blockedBecause !== undefined}
                title={blockedBecause}
                onClick={() => onDecide('reject')}
              >
                {t('Not the pig')}
              </Button>
            </>
          ) : (
            <Button disabled={blockedBecause !== undefined} title={blockedBecause} onClick={onAdd}>
              {t('Add to Marker')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** The markers before and after the passage, with their times and the speed on the leg between. */
function Neighbours({ item }: Pick<DecisionProps, 'item'>) {
  const units = useUnits();
  const line = item.tracked.run.path.timeZone;
  const zone = useZone(line);
  const neighbours = listNeighbours(item);
  if (neighbours.length === 0) return null;
  return (
    <table className={styles.neighbours} aria-label={t('Neighbours')}>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('Marker')}</th>
          <th scope="col">{headTimes(t('Time'), zone)}</th>
          <th scope="col">{t('State')}</th>
          <th scope="col">{t('Speed between')}</th>
        </tr>
      </thead>
      <tbody>
        {neighbours.map((neighbour) => (
          <tr key={neighbour.name}>
            <td>{neighbour.name}</td>
            <td>
              <Time of={neighbour.at} line={line} />
            </td>
            <td data-state={neighbour.state}>{STATE_WORDS[neighbour.state]}</td>
            <td>{describeSpeed(neighbour, units)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The waveform; that of the next passage is loaded meanwhile. */
function QueueChart({ item: { uid, passageId }, next }: Pick<DecisionProps, 'item' | 'next'>) {
  const queryClient = useQueryClient();
  // Never the waveform of another passage: one decides by it.
  const { data: chart, error, refetch, isFetching } = useQuery(chartQuery(uid, passageId));
  const [wanted, setWanted] = useState<WaveformChoice | null>(null);
  const zone = useDeviceZone(uid);
  const [nextUid, nextId] = [next?.uid, next?.passageId];
  useEffect(() => {
    if (nextUid !== undefined && nextId !== undefined)
      queryClient.query(chartQuery(nextUid, nextId)).catch(() => undefined);
  }, [queryClient, nextUid, nextId]);
  if (!chart && error)
    return (
      <ErrorState
        title={t('Passage did not load')}
        why={error.message}
        logId={toShownError(error).logId}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  if (!chart) return <SkeletonLines label={t('Loading passage')} widths={[300, 420, 380]} />;
  const choices = listChoices(chart.row);
  const choice = findChoice(wanted, choices, chart.row.packetComplexInformation);
  const model = buildChart(chart, { choice, view: 'Wave', earlier: null, zone });
  const [type = chart.row.packetComplexInformation] = listTypesOf(choice);
  return (
    <div className={styles.chart}>
      {model ? (
        <ChartStage
          chart={chart}
          model={model}
          what={nameDrawn(choice, 'Wave')}
          isPicking={false}
          onPick={() => undefined}
        >
          <SegmentedControl
            size="xs"
            aria-label={t('Waveform type')}
            data={labelChoices(choices)}
            value={choice}
            onChange={setWanted}
          />
        </ChartStage>
      ) : (
        <EmptyState>{explainNoData(choice, chart.records[type], false)}</EmptyState>
      )}
    </div>
  );
}
