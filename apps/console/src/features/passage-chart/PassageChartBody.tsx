import { useDeviceZone } from '#/ui/clock/zones.ts';
import { SegmentedControl } from '@mantine/core';
import { ADMINS, type Role } from '@waymark/contract/roles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { logFailure } from '#/api/api-error.ts';
import { Button } from '#/ui/button/Button.tsx';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { saveFile } from '#/ui/field/save-file.ts';
import { dialogHome, useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { windowId, type PassageWindow } from '#/features/devices/windows/device-windows.ts';
import { ScoreBadge } from './scores/ScoreBadge.tsx';
import type { ListedPassage } from '#/features/devices/windows/passage-lists.ts';
import { t } from '#/language/t.ts';
import { listScores } from './scores/scores.view.ts';
import { ChangeDialogs, type ChangeStep } from './ChangeDialogs.tsx';
import { buildChart, CHART_VIEWS, nameDrawn, VIEW_LABELS, type ChartView } from './chart-model.ts';
import { ChartStage } from './ChartStage.tsx';
import { namePassageFile, writePassageCsv } from './passage-csv.ts';
import { chartQuery, type PassageChart } from './passage.data.ts';
import type { PassageSteps } from './passage-steps.ts';
import {
  explainNoData,
  labelChoices,
  listChoices,
  listTypesOf,
  readTime,
  type WaveformChoice,
} from './passage.view.ts';
import { useVerification, VerifySwitch } from './VerifySwitch.tsx';
import { useChartKeys } from './use-chart-keys.ts';
import { readSamples, WAVEFORM_NAMES } from './waveform.ts';
import { useEscapeKey } from '#/ui/dialog/use-escape-key.ts';
import styles from './PassageWindow.module.css';

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

/** Whether a time is picked in the chart of this passage; another passage ends that. */
function usePicking(passageId: number) {
  const [pickedId, setPickedId] = useState<number | null>(null);
  const isPicking = pickedId === passageId;
  const endPicking = () => setPickedId(null);
  return { isPicking, togglePicking: () => setPickedId(isPicking ? null : passageId), endPicking };
}

/** How the chart is drawn: as a wave or a spectrum, alone or with the previous passage. */
function useDrawnChart(chart: PassageChart, choice: WaveformChoice, isPicking: boolean) {
  const [wantedView, setView] = useState<ChartView>('Wave');
  const [isWanted, setWanted] = useState(false);
  const view = isPicking && wantedView === 'Spectrum' ? 'Wave' : wantedView;
  const canCompare = chart.older !== null && choice !== 'All';
  const isComparing = isWanted && canCompare;
  const earlier = useEarlier(chart, isComparing);
  const zone = useDeviceZone(chart.row.uid);
  const model = buildChart(chart, { choice, view, earlier, zone });
  return { model, view, setView, canCompare, isComparing, compare: () => setWanted(!isWanted) };
}

interface AdminButtonsProps {
  readonly isPicking: boolean;
  readonly canEdit: boolean;
  readonly blockedBecause: string | undefined;
  readonly onEdit: () => void;
  /** Absent: there is nothing to save. */
  readonly onSave: (() => void) | undefined;
}

function AdminButtons({ isPicking, canEdit, blockedBecause, onEdit, onSave }: AdminButtonsProps) {
  return (
    <>
      <Button icon="edit" aria-pressed={isPicking} disabled={!canEdit} title={blockedBecause} onClick={onEdit}>
        {t('Edit time')}
      </Button>
      <Button look="quiet" icon="download" disabled={onSave === undefined} onClick={onSave}>
        {t('CSV')}
      </Button>
    </>
  );
}

interface ViewToolsProps {
  readonly drawn: ReturnType<typeof useDrawnChart>;
  readonly older: PassageChart['older'];
  readonly isPicking: boolean;
}

function ViewTools({ drawn, older, isPicking }: ViewToolsProps) {
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={t('View')}
        data={CHART_VIEWS.map((value) => ({ value, label: VIEW_LABELS[value] }))}
        value={drawn.view}
        disabled={isPicking}
        onChange={drawn.setView}
      />
      <Button
        size="small"
        aria-pressed={drawn.isComparing}
        disabled={!drawn.canCompare}
        title={
          older
            ? t('With detection count {number}, the passage before', { number: older.detectionCount })
            : t('There is no passage before')
        }
        onClick={drawn.compare}
      >
        {t('Compare')}
      </Button>
    </>
  );
}

interface DrawnChartProps extends Pick<PassageChartBodyProps, 'chart' | 'choice' | 'isAutoDownload'> {
  readonly drawn: ReturnType<typeof useDrawnChart>;
  readonly isPicking: boolean;
  readonly onPick: (at: number) => void;
}

/** The chart, or the reason why there is none. */
function DrawnChart({ chart, drawn, choice, isPicking, isAutoDownload, onPick }: DrawnChartProps) {
  const { row, records, older } = chart;
  const [only = row.packetComplexInformation] = listTypesOf(choice);
  if (!drawn.model)
    return (
      <div className={styles.empty}>
        <EmptyState>{explainNoData(choice, records[only], isAutoDownload)}</EmptyState>
      </div>
    );
  return (
    <ChartStage {...{ chart, isPicking, onPick }} model={drawn.model} what={nameDrawn(choice, drawn.view)}>
      <ViewTools {...{ drawn, older, isPicking }} />
    </ChartStage>
  );
}

/** The waveforms of one passage, its scores, and its actions. */
export function PassageChartBody(props: PassageChartBodyProps) {
  const { chart, steps, shown, role, choice, isAutoDownload, isPlaceholderData, onChoose, onShow } = props;
  const { row } = chart;
  const isAdmin = ADMINS.includes(role);
  const { isPicking, togglePicking, endPicking } = usePicking(row.passageId);
  const dialogs = useDialogChain<ChangeStep>();
  usePrefetched(steps.next);
  usePrefetched(steps.previous);

  const choices = listChoices(row);
  const drawn = useDrawnChart(chart, choice, isPicking);
  const { model } = drawn;
  const verification = useVerification(chart, role, (text) =>
    dialogs.open({ kind: 'refused', title: t('Passage not verified'), text }),
  );
  const { isVerified, blockedBecause } = verification;
  const canEdit = isAdmin && model !== null && blockedBecause === undefined && !isPlaceholderData;
  const toggleEdit = () => {
    if (!isAdmin) logFailure(new Error('Access Denied'));
    else if (canEdit) togglePicking();
  };
  useChartKeys(windowId(shown), (key) => {
    if (key.kind === 'previous' || key.kind === 'next') {
      if (!isPicking) onShow(steps[key.kind]);
    } else if (key.kind === 'choose' && choices.includes(key.choice)) onChoose(key.choice);
    else if (key.kind === 'edit-time') toggleEdit();
    else if (key.kind === 'verify') verification.toggle();
  });
  return (
    <div className={styles.chart} data-chart={windowId(shown)} {...dialogHome}>
      <div className={styles.tools}>
        <SegmentedControl
          aria-label={t('Waveform type')}
          data={labelChoices(choices)}
          value={choice}
          onChange={onChoose}
        />
        <Scores row={row} choice={choice} />
        {isAdmin && (
          <AdminButtons
            {...{ isPicking, canEdit, blockedBecause }}
            onEdit={toggleEdit}
            onSave={model === null ? undefined : () => saveCsv(chart, choice)}
          />
        )}
        <VerifySwitch
          {...{ role, blockedBecause, isVerified }}
          verifiedBy={isVerified ? row.verifiedBy : null}
          onToggle={verification.toggle}
        />
      </div>
      {isPicking && <PickBar onEnd={endPicking} />}
      <DrawnChart
        {...{ chart, drawn, choice, isPicking, isAutoDownload }}
        onPick={(at) => dialogs.open({ kind: 'confirm', at, row })}
      />
      <ChangeDialogs dialogs={dialogs} source={shown.source} onSaved={endPicking} />
    </div>
  );
}

function Scores({ row, choice }: { readonly row: PassageChart['row']; readonly choice: WaveformChoice }) {
  return (
    <span className={styles.scores}>
      {listScores(row)
        .filter(({ channel }) => choice === 'All' || channel === choice)
        .map(({ channel, verdict }) => (
          <ScoreBadge
            key={channel}
            channel={channel}
            label={choice === 'All' ? t('ML {channel}', { channel }) : t('ML')}
            verdict={verdict}
          />
        ))}
    </span>
  );
}

/** While it is shown, a click in the chart picks a time; Escape ends that. */
function PickBar({ onEnd }: { readonly onEnd: () => void }) {
  useEscapeKey(() => {
    onEnd();
    return true;
  });
  return (
    <div className={styles.pick}>
      <span role="status">{t('Click where the passage was. With the keyboard: arrows move, Enter picks.')}</span>
      <Button size="tiny" onClick={onEnd}>
        {t('Stop editing')}
      </Button>
    </div>
  );
}
