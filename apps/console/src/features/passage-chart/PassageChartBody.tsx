import { SegmentedControl, Switch } from '@mantine/core';
import { ADMINS, type Role } from '@waymark/contract/roles';
import { AUTOMATIC } from '@waymark/domain/run/run';
import { useQuery, useQueryClient, useMutation } from '@tanstack/react-query';
import { useEffect, useState, useId } from 'react';
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
import { namePassageFile, writePassageCsv } from './passage-csv.ts';
import { chartQuery, type PassageChart, refreshPassages, setVerified } from './passage.data.ts';
import type { PassageSteps } from './passage-steps.ts';
import { explainNoData, listChoices, listTypesOf, readTime, type WaveformChoice } from './passage.view.ts';
import { useChartKeys } from './use-chart-keys.ts';
import { readSamples, WAVEFORM_NAMES } from './waveform.ts';
import { useEscapeKey } from '#/ui/dialog/use-escape-key.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import { isApiError } from '#/api/api-error.ts';
import { useCanWrite } from '#/live/use-can-write.ts';
import { showError, showSuccess } from '#/ui/toast/toasts.ts';
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
          verifiedBy={verification.isVerified ? row.verifiedBy : null}
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

/** While it is shown, a click in the chart picks a time; Escape ends that. */
function PickBar({ onEnd }: { readonly onEnd: () => void }) {
  useEscapeKey(() => {
    onEnd();
    return true;
  });
  return (
    <div className={styles.pick}>
      <span role="status">Click where the passage was. With the keyboard: arrows move, Enter picks.</span>
      <Button size="tiny" onClick={onEnd}>
        Stop editing
      </Button>
    </div>
  );
}

interface VerifySwitchProps {
  readonly isVerified: boolean;
  /** null: not verified, not known, or just being verified. */
  readonly verifiedBy: string | null;
  readonly role: Role;
  readonly blockedBecause: string | undefined;
  readonly onToggle: () => void;
}

/** Shows whether the passage is verified; only administrators can change it. */
function VerifySwitch({ isVerified, verifiedBy, role, blockedBecause, onToggle }: VerifySwitchProps) {
  const id = useId();
  const words = isVerified ? 'Verified' : 'Unverified';
  const by = verifiedBy !== null && (
    <span className={styles.by}>{verifiedBy === AUTOMATIC ? AUTOMATIC : `by ${verifiedBy}`}</span>
  );
  if (!ADMINS.includes(role)) {
    return (
      <span className={styles.verified} data-verified={isVerified}>
        <Icon name={isVerified ? 'check' : 'error'} size={14} />
        {words} {by}
      </span>
    );
  }
  return (
    <span className={styles.verified} data-verified={isVerified} title={blockedBecause}>
      <label htmlFor={id}>{words}</label>
      {by}
      <Switch id={id} checked={isVerified} disabled={blockedBecause !== undefined} onChange={onToggle} />
    </span>
  );
}

/** Shows the new state during the request, and the old one again if it fails. */
function useVerification({ row }: PassageChart, role: Role, onRefused: (why: string) => void) {
  const queryClient = useQueryClient();
  const { blockedBecause } = useCanWrite();
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (isVerified: boolean) => setVerified(row, isVerified),
    meta: { isShownInPlace: true },
    onSuccess: () => showSuccess('Success!'),
    onError: (cause) => {
      if (isApiError(cause, 'passage-not-verifiable')) onRefused(cause.detail);
      else showError({ message: 'The passage was not changed', cause });
    },
    onSettled: () => refreshPassages(queryClient, row.uid),
  });
  const isVerified = isPending ? variables : row.isVerified;
  return {
    isVerified,
    blockedBecause,
    toggle: () => {
      if (!ADMINS.includes(role)) logFailure(new Error('Access Denied'));
      else if (!isPending && blockedBecause === undefined) mutate(!isVerified);
    },
  };
}
