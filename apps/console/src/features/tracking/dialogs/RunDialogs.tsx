import { lazy, Suspense, useState } from 'react';
import { loadPart } from '#/api/load-part.ts';
import { succeed } from '@waymark/domain/result';
import { formatUtcSecond, parseTypedUtc } from '@waymark/domain/time/utc';
import { withReceiveTime } from '@waymark/contract/runs/run-names';
import { useForm } from '@mantine/form';
import { useCanWrite } from '#/live/online-store.ts';
import { AgmsDialog } from './AgmsDialog.tsx';
import { NotificationsDialog } from './NotificationsDialog.tsx';
import { ToolSpeedDialog } from './ToolSpeedDialog.tsx';
import { AutoSettingsDialog } from '#/features/planning/editor/auto-settings/AutoSettingsDialog.tsx';
import { changeRun, readServerNow, callForRun, UPDATE_FAILURE } from '#/features/runs/change-run.ts';
import { changeAuto } from './auto-changes.ts';
import { nameRun, type RunDialogProps } from '#/features/runs/dialogs/run-dialog.ts';
import { explainLaunch, explainReceive, listEndDoubts, TIME_PLACEHOLDER } from './run-times.view.ts';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { Warning } from '#/ui/state/Warning.tsx';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { cancelRun } from '#/features/runs/change-runs.data.ts';
import { CANCEL_QUESTION } from '#/features/planning/saved-paths/manager.view.ts';
import { useTrackedRun } from '#/features/runs/runs-store.ts';
import { callApi } from '#/api/client.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { ZonedField } from '#/ui/clock/ZonedField.tsx';
import { validateForm } from '#/ui/dialog/validate-form.ts';
import { estimateRun, outlookOf, type TrackedRun } from '#/features/runs/tracked-run.ts';
import { closeRunDialog, useTracking, type RunDialog } from '#/features/runs/run-selection.ts';
import { t } from '#/language/t.ts';
import { returnFocus } from './return-focus.ts';

const OWN = [
  'auto',
  'notifications',
  'agms',
  'launch-time',
  'cancel',
  'end',
  'tool-speed',
  'offline-map',
  'share',
] as const satisfies readonly RunDialog[];

const OfflineMapDialog = lazy(async () => ({
  default: (await loadPart(() => import('./OfflineMapDialog.tsx'))).OfflineMapDialog,
}));

const SharesDialog = lazy(async () => ({
  default: (await loadPart(() => import('#/features/shares/SharesDialog.tsx'))).SharesDialog,
}));

const DIALOGS = {
  auto: AutoDialog,
  notifications: NotificationsDialog,
  agms: AgmsDialog,
  'launch-time': LaunchEditDialog,
  cancel: CancelDialog,
  end: EndDialog,
  'tool-speed': ToolSpeedDialog,
  'offline-map': OfflineMapDialog,
  share: SharesDialog,
};

/** The dialogs of a run's menu, at most one of them open. */
export function RunDialogs() {
  const shown = useShownDialog();
  const { blockedBecause } = useCanWrite();
  if (!shown) return null;
  const Dialog = DIALOGS[shown.dialog];
  return (
    <Suspense>
      <Dialog
        key={shown.turn}
        isOpen={shown.isOpen}
        tracked={shown.tracked}
        blockedBecause={blockedBecause}
        onClose={shown.close}
      />
    </Suspense>
  );
}

/** Chooses what the server does automatically at each marker of the run. */
function AutoDialog({ isOpen, tracked, blockedBecause, onClose }: RunDialogProps) {
  const { runId, path } = tracked.run;
  const [before] = useState(path.markers);
  return (
    <AutoSettingsDialog
      {...{ isOpen, blockedBecause, onClose }}
      title={t('Auto Link/Verify')}
      subtitle={nameRun(tracked)}
      submitLabel={t('Save')}
      markers={before}
      onSave={(after) => changeRun(runId, (run) => changeAuto(run, before, after))}
    />
  );
}

function LaunchEditDialog(props: RunDialogProps) {
  const { run } = props.tracked;
  return (
    <TimeDialog
      {...props}
      title={t('Edit Time')}
      label={t('Launch time (UTC)')}
      submitLabel={t('Save')}
      beginsWith={run.launchAt === null ? '' : formatUtcSecond(run.launchAt)}
      explain={(typed) => explainLaunch(typed, run, readServerNow())}
      // The server checks the time against the verified passages.
      onSave={(launchAt) => changeRun(run.runId, (current) => succeed({ ...current, launchAt }))}
    />
  );
}

function CancelDialog({ isOpen, tracked, blockedBecause, onClose }: RunDialogProps) {
  const { runId, pig, path } = tracked.run;
  const cancel = async () => {
    if (blockedBecause !== undefined) throw new Error(blockedBecause);
    await cancelRun(runId);
    showSuccess(t('Pig run cancelled'), pig);
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('Cancel Pig Run')}
      confirmLabel={t('Yes-Cancel')}
      cancelLabel={t('No')}
      isDestructive
      onConfirm={cancel}
      onClose={onClose}
    >
      {CANCEL_QUESTION}{' '}
      {t('Run {runId} of {pig} on {path} is deleted with its manual passages. To keep it, use End/Save Run.', {
        runId,
        pig,
        path: path.name,
      })}
    </ConfirmDialog>
  );
}

/** Completes the run with its receive time. */
function EndDialog(props: RunDialogProps) {
  const { run } = props.tracked;
  const [openedAt] = useState(readServerNow);
  const { distanceM } = estimateRun(props.tracked, openedAt);
  const awaiting = [...outlookOf(props.tracked).facts].flatMap(([name, fact]) => (fact === 'awaited' ? [name] : []));
  const end = async (at: number) => {
    await callForRun(run.runId, UPDATE_FAILURE, (text) =>
      callApi('POST /finished/pigrun/add/', { body: withReceiveTime(text, formatUtcSecond(at)) }),
    );
    showSuccess(t('Pig run completed'), run.pig);
  };
  return (
    <TimeDialog
      {...props}
      title={t('Add Receive Time')}
      label={t('Receive time (UTC)')}
      submitLabel={t('End/Save')}
      beginsWith={formatUtcSecond(openedAt)}
      warnings={listEndDoubts(run, distanceM / props.tracked.course.lengthM, awaiting)}
      explain={(typed) => explainReceive(typed, run, readServerNow())}
      onSave={end}
    />
  );
}

interface TimeDialogProps extends RunDialogProps {
  readonly title: string;
  readonly label: string;
  readonly submitLabel: string;
  readonly beginsWith: string;
  readonly warnings?: readonly string[];
  /** Returns what is wrong with the entry; null: it can be sent. */
  readonly explain: (typed: string) => string | null;
  readonly onSave: (at: number) => Promise<void>;
}

/** Asks for a UTC time. */
function TimeDialog(props: TimeDialogProps) {
  const { isOpen, tracked, blockedBecause, onClose, title, label, submitLabel, explain, onSave } = props;
  const form = useForm({
    initialValues: { time: props.beginsWith },
    validateInputOnChange: true,
    validate: { time: explain },
  });
  const save = async () => {
    const at = parseTypedUtc(form.getValues().time);
    if (at.ok) await onSave(at.value);
  };
  return (
    <FormDialog
      {...{ isOpen, title, submitLabel, blockedBecause, onClose }}
      subtitle={nameRun(tracked)}
      onValidate={() => validateForm(form)}
      onSubmit={save}
      width={420}
    >
      <ZonedField
        label={label}
        line={tracked.run.path.timeZone}
        placeholder={TIME_PLACEHOLDER}
        isMasked={false}
        isFirst
        {...form.getInputProps('time')}
      />
      {props.warnings?.map((words) => (
        <Warning key={words}>{words}</Warning>
      ))}
    </FormDialog>
  );
}

type OwnDialog = (typeof OWN)[number];

interface Shown {
  readonly dialog: OwnDialog;
  /** The run when the dialog was opened: the dialog and its entry stay when the run has ended. */
  readonly tracked: TrackedRun;
  /** Distinguishes one opening from the next. */
  readonly turn: number;
  readonly isOpen: boolean;
}

/** The requested dialog of the chosen run; while it fades out, the last one with `isOpen` false. */
function useShownDialog() {
  const runId = useTracking((tracking) => tracking.runId);
  const dialog = useTracking((tracking) => OWN.find((own) => own === tracking.dialog) ?? null);
  const tracked = useTrackedRun(runId ?? -1);
  const [shown, setShown] = useState<Shown | null>(null);
  const isSame = shown?.isOpen === true && shown.dialog === dialog && shown.tracked.run.runId === runId;
  if (dialog !== null && tracked && !isSame) setShown({ dialog, tracked, turn: (shown?.turn ?? 0) + 1, isOpen: true });
  if (dialog === null && shown?.isOpen === true) setShown({ ...shown, isOpen: false });
  const live = useTrackedRun(shown?.tracked.run.runId ?? -1);
  const close = () => {
    if (shown) returnFocus(shown.tracked.run.runId);
    closeRunDialog();
  };
  return shown && { ...shown, tracked: live ?? shown.tracked, close };
}
