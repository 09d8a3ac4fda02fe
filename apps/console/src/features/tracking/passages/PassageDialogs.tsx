import { useEffect, useEffectEvent, useState } from 'react';
import { Select } from '@mantine/core';
import type { Run } from '@waymark/domain/run/run';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { writeTime } from '@waymark/domain/time/zoned-text';
import { readZone } from '#/ui/clock/zones.ts';
import { useDialogChain, dialogHome } from '#/ui/dialog/use-dialog-chain.ts';
import { useTrackedRun } from '#/features/runs/runs-store.ts';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import { closeRunDialog, useTracking } from '#/features/runs/run-selection.ts';
import { useIsAdmin } from '#/features/notifications/current-user.data.ts';
import { MarkerPassagesWindow } from './MarkerPassagesWindow.tsx';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { FloatingWindow } from '#/ui/window/FloatingWindow.tsx';
import { PassageSteps, type PassageStep } from './PassageSteps.tsx';
import { PassageTable } from './PassageTable.tsx';
import { listPassagesAt, NEWEST_FIRST, UNASSOCIATED_COLUMNS, listTracked } from './run-passages.view.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { Warning } from '#/ui/state/Warning.tsx';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { readUtc } from '#/ui/field/utc-mask.ts';
import { readServerNow } from '#/features/runs/change-run.ts';
import { addManual } from './run-passage-acts.ts';
import { useUnits } from '#/features/units/units.ts';
import { t } from '#/language/t.ts';
import { describeSpeedDoubt, explainManual } from './time-field.view.ts';
import { TimeField } from './TimeField.tsx';
import styles from './Passages.module.css';

const ID = 'run-unassociated';

const SIZE = { width: 640, height: 280 };

const NO_RUN = -1;

interface AddPassageProps {
  readonly tracked: TrackedRun;
  readonly markerName: string | null;
  readonly isWanted: boolean;
}

/** Starts empty with each opening, and returns the focus on close. */
function AddPassage({ tracked: { run }, markerName, isWanted }: AddPassageProps) {
  const dialogs = useDialogChain<'add'>();
  const begin = useEffectEvent(() => dialogs.open('add'));
  useEffect(() => {
    if (isWanted) begin();
  }, [isWanted]);
  const close = () => {
    dialogs.close();
    closeRunDialog();
  };
  if (dialogs.step === null) return null;
  return (
    <AddPassageDialog
      key={dialogs.turn}
      isOpen={dialogs.isOpen && isWanted}
      run={run}
      beginsWith={markerName}
      onClose={close}
    />
  );
}

/** The open dialogs and windows about passages of the chosen run. */
export function PassageDialogs() {
  const { runId, markerName, dialog } = useTracking();
  const tracked = useTrackedRun(runId ?? NO_RUN);
  const isAdmin = useIsAdmin();
  if (!tracked) return null;
  return (
    <>
      {dialog === 'passages' && <MarkerPassagesWindow tracked={tracked} markerName={markerName} isAdmin={isAdmin} />}
      {dialog === 'unassociated' && <UnassociatedWindow tracked={tracked} isAdmin={isAdmin} />}
      {isAdmin && (
        <AddPassage
          key={tracked.run.runId}
          tracked={tracked}
          markerName={markerName}
          isWanted={dialog === 'add-passage'}
        />
      )}
    </>
  );
}

/** Passages of a run's devices that belong to no marker. */
function UnassociatedWindow({ tracked, isAdmin }: { readonly tracked: TrackedRun; readonly isAdmin: boolean }) {
  const { runId, pig, passages } = tracked.run;
  const [order, setOrder] = useState(NEWEST_FIRST);
  const { canWrite, blockedBecause } = useCanWrite();
  const dialogs = useDialogChain<PassageStep>();
  const rows = listPassagesAt(passages, null, order);
  const add = (passage: (typeof rows)[number]) => (
    <Button
      size="tiny"
      disabled={!canWrite}
      title={blockedBecause}
      onClick={() => dialogs.open({ kind: 'add-to-marker', passage })}
    >
      {t('Add to Marker')}
    </Button>
  );
  return (
    <FloatingWindow
      id={ID}
      kind={ID}
      title={t('Unassociated Passages')}
      subtitle={t('{pig}, run {runId}', { pig, runId })}
      initialSize={SIZE}
      onClose={closeRunDialog}
    >
      <div className={styles.window} {...dialogHome}>
        <div className={styles.rows}>
          <PassageTable
            windowId={ID}
            caption={t('Passages at no known marker')}
            line={tracked.run.path.timeZone}
            emptyText={t('No passages received')}
            columns={UNASSOCIATED_COLUMNS}
            passages={rows}
            order={order}
            onOrder={setOrder}
            {...(isAdmin && { renderActions: add })}
          />
        </div>
        <div className={styles.foot} role="status">
          {t('{count} passage|{count} passages', { count: rows.length })}
        </div>
      </div>
      <PassageSteps dialogs={dialogs} tracked={tracked} />
    </FloatingWindow>
  );
}

interface AddPassageDialogProps {
  readonly isOpen: boolean;
  readonly run: Run;
  /** The marker for which the dialog was opened, if it is tracked; null: none. */
  readonly beginsWith: string | null;
  readonly onClose: () => void;
}

/** A passage that no device has detected, as typed. */
function usePassageForm(run: Run, tracked: readonly string[], beginsWith: string | null) {
  const [markerName, setMarkerName] = useState<string | null>(() =>
    beginsWith !== null && tracked.includes(beginsWith) ? beginsWith : null,
  );
  const [typed, setTyped] = useState(() => formatUtcSecond(readServerNow()));
  const [fault, setFault] = useState<ReturnType<typeof explainManual>>(null);
  /** The entries that the user was asked about: a second Add with the same ones adds the passage. */
  const [doubt, setDoubt] = useState<string | null>(null);
  const at = (field: 'markerName' | 'time') => (fault?.field === field ? fault.words : null);
  const choose = (name: string | null) => {
    setMarkerName(name);
    setFault(null);
    setDoubt(null);
  };
  const type = (text: string) => {
    setTyped(text);
    setFault(null);
    setDoubt(null);
  };
  const units = useUnits();
  const validate = () => {
    if (markerName === null) return false;
    const found = explainManual(run, markerName, typed, readServerNow());
    setFault(found);
    const words = found === null ? describeSpeedDoubt(run, markerName, typed, units) : null;
    setDoubt(words);
    return found === null && words === doubt;
  };
  const add = async () => {
    const passageAt = readUtc(typed);
    if (markerName === null || passageAt === null) return;
    await addManual(run.runId, markerName, passageAt);
    showSuccess(t('Passage added'), `${markerName}, ${writeTime(passageAt, readZone(run.path.timeZone))}`);
  };
  return { markerName, typed, doubt, at, choose, type, validate, add };
}

/** Adds a passage that no device has detected. */
function AddPassageDialog({ isOpen, run, beginsWith, onClose }: AddPassageDialogProps) {
  const { blockedBecause } = useCanWrite();
  const tracked = listTracked(run.path.markers);
  const { markerName, typed, doubt, at, choose, type, validate, add } = usePassageForm(run, tracked, beginsWith);
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Add Passage')}
      subtitle={t('{pig}, run {runId}', { pig: run.pig, runId: run.runId })}
      submitLabel={doubt === null ? t('Add') : t('Add Anyway')}
      blockedBecause={blockedBecause ?? (markerName === null ? t('Choose a marker.') : undefined)}
      onValidate={validate}
      onSubmit={add}
      onClose={onClose}
      width={420}
    >
      <Select
        label={t('AGM Marker')}
        placeholder={t('Choose a marker')}
        data={[...tracked]}
        searchable
        clearable
        error={at('markerName')}
        value={markerName}
        onChange={choose}
      />
      <TimeField
        value={typed}
        error={at('time')}
        onChange={type}
        line={run.path.timeZone}
        isFirst={markerName !== null}
      />
      {doubt !== null && <Warning>{doubt}</Warning>}
    </FormDialog>
  );
}
