import { SegmentedControl } from '@mantine/core';
import { ADMINS, type Role } from '@waymark/contract/roles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { logFailure } from '#/api/log-failure.ts';
import { Button } from '#/ui/button/Button.tsx';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { saveFile } from '#/ui/field/save-file.ts';
import { dialogHome, useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { windowId, type PassageWindow } from '#/features/devices/windows/device-windows.ts';
import { ScoreBadge } from './scores/ScoreBadge.tsx';
import type { ListedPassage } from '#/features/devices/windows/passage-lists.ts';
import { listScores } from './scores/scores.view.ts';
import { ChangeDialogs, type ChangeStep } from './ChangeDialogs.tsx';
import { buildChart, CHART_VIEWS, type ChartView } from './chart-model.ts';
import { ChartStage } from './ChartStage.tsx';
import styles from './PassageWindow.module.css';
import { namePassageFile, writePassageCsv } from './passage-csv.ts';
import { chartQuery, type PassageChart } from './passage.data.ts';
import type { PassageSteps } from './passage-steps.ts';
import { explainNoData, listChoices, listTypesOf, readTime, type WaveformChoice } from './passage.view.ts';
import { PickBar } from './PickBar.tsx';
import { useChartKeys } from './use-chart-keys.ts';
import { useVerification } from './use-verification.ts';
import { VerifySwitch } from './VerifySwitch.tsx';
import { readSamples, WAVEFORM_NAMES } from './waveform.ts';

interface PassageChartBodyProps {
  readonly chart: PassageChart;
  readonly steps: PassageSteps;
  readonly shown: PassageWindow;
  readonly role: Role;
  readonly choice: WaveformChoice;
  readonly isAutoDownload: boolean;
  /** The next passage is loading. */
  readonly isPlaceholderData: boolean;
  readonly onChoose: (choice: WaveformChoice) => void;
  readonly onShow: (passage: ListedPassage) => void;
}

/** Preloads a neighbour. */
function usePrefetched({ uid, passageId }: ListedPassage): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    queryClient.query(chartQuery(uid, passageId)).catch(() => undefined);
  }, [queryClient, uid, passageId]);
}

/** The previous passage; null while it is not requested, missing, or loading. */
function useEarlier({ row: { uid }, older }: PassageChart, isWanted: boolean): PassageChart | null {
  const enabled = isWanted && older !== null;
  const { data } = useQuery({ ...chartQuery(uid, older?.passageId ?? 0), enabled });
  return enabled ? (data ?? null) : null;
}

function saveCsv({ row, records }: PassageChart, choice: WaveformChoice): void {
  const columns = listTypesOf(choice).flatMap((type) => {
    const record = records[type];
    const samples = record && readSamples(record);
    return samples ? [{ name: WAVEFORM_NAMES[type], samples }] : [];
  });
  saveFile(namePassageFile(row, 'csv'), writePassageCsv(readTime(row.passageTimeEndOfSnip), columns), 'text/csv');
}

/** The waveforms of one passage, its scores, and its actions. */
export function PassageChartBody(props: PassageChartBodyProps) {
  const { chart, steps, shown, role, choice, isAutoDownload, isPlaceholderData, onChoose, onShow } = props;
  const { row, records } = chart;
  const isAdmin = ADMINS.includes(role);
  const [wantedView, setView] = useState<ChartView>('Wave');
  const [isComparing, setComparing] = useState(false);
  const [pickedId, setPickedId] = useState<number | null>(null);
  const dialogs = useDialogChain<ChangeStep>();
  usePrefetched(steps.next);
  usePrefetched(steps.previous);

  const isPicking = pickedId === row.passageId;
  const view = isPicking && wantedView === 'Spectrum' ? 'Wave' : wantedView;
  const choices = listChoices(row);
  const canCompare = chart.older !== null && choice !== 'All';
  const earlier = useEarlier(chart, isComparing && canCompare);
  const model = buildChart(chart, { choice, view, earlier });

  const verification = useVerification(chart, role, (text) =>
    dialogs.open({ kind: 'refused', title: 'Passage not verified', text }),
  );
  const canEdit = isAdmin && model !== null && verification.blockedBecause === undefined && !isPlaceholderData;
  const toggleEdit = () => {
    if (!isAdmin) logFailure(new Error('Access Denied'));
    else if (canEdit) setPickedId(isPicking ? null : row.passageId);
  };
  useChartKeys(windowId(shown), (key) => {
    if (key.kind === 'previous' && !isPicking) onShow(steps.previous);
    else if (key.kind === 'next' && !isPicking) onShow(steps.next);
    else if (key.kind === 'choose' && choices.includes(key.choice)) onChoose(key.choice);
    else if (key.kind === 'edit-time') toggleEdit();
    else if (key.kind === 'verify') verification.toggle();
  });
  const [only = row.packetComplexInformation] = listTypesOf(choice);

  return (
    <div className={styles.chart} data-chart={windowId(shown)} {...dialogHome}>
      <div className={styles.tools}>
        <SegmentedControl aria-label="Waveform type" data={[...choices]} value={choice} onChange={onChoose} />
        <span className={styles.scores}>
          {listScores(row)
            .filter(({ channel }) => choice === 'All' || channel === choice)
            .map(({ channel, verdict }) => (
              <ScoreBadge
                key={channel}
                channel={channel}
                label={choice === 'All' ? `ML ${channel}` : 'ML'}
                verdict={verdict}
              />
            ))}
        </span>
        {isAdmin && (
          <Button
            icon="edit"
            aria-pressed={isPicking}
            disabled={!canEdit}
            title={verification.blockedBecause}
            onClick={toggleEdit}
          >
            Edit time
          </Button>
        )}
        {isAdmin && (
          <Button look="quiet" icon="download" disabled={model === null} onClick={() => saveCsv(chart, choice)}>
            CSV
          </Button>
        )}
        <VerifySwitch
          role={role}
          isVerified={verification.isVerified}
          blockedBecause={verification.blockedBecause}
          onToggle={verification.toggle}
        />
      </div>
      {isPicking && <PickBar onEnd={() => setPickedId(null)} />}
      {model ? (
        <ChartStage
          chart={chart}
          model={model}
          what={`${choice} ${view.toLowerCase()}`}
          isPicking={isPicking}
          onPick={(at) => dialogs.open({ kind: 'confirm', at, row })}
        >
          <SegmentedControl
            size="xs"
            aria-label="View"
            data={[...CHART_VIEWS]}
            value={view}
            disabled={isPicking}
            onChange={(next) => setView(next)}
          />
          <Button
            size="small"
            aria-pressed={isComparing && canCompare}
            disabled={!canCompare}
            title={
              chart.older
                ? `With detection count ${chart.older.detectionCount}, the passage before`
                : 'There is no passage before'
            }
            onClick={() => setComparing(!isComparing)}
          >
            Compare
          </Button>
        </ChartStage>
      ) : (
        <div className={styles.empty}>
          <EmptyState>{explainNoData(choice, records[only], isAutoDownload)}</EmptyState>
        </div>
      )}
      <ChangeDialogs dialogs={dialogs} source={shown.source} onSaved={() => setPickedId(null)} />
    </div>
  );
}
