import { isManual, type RunPassage } from '@waymark/domain/run/run';
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useCanWrite } from '#/live/online-store.ts';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { FloatingWindow } from '#/ui/window/FloatingWindow.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { dialogHome, useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { chooseColumns } from '#/features/history/table/history-column.ts';
import { showColumns, useShownIds } from '#/features/history/table/column-memory.ts';
import { HistoryColumns } from '#/features/history/table/HistoryColumns.tsx';
import { ScoreList, VerifiedMark, VerifyButton } from '#/features/history/passages/PassageMarks.tsx';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import { closeRunDialog, selectMarker } from '#/features/runs/run-selection.ts';
import { t } from '#/language/t.ts';
import { PassageSteps, type PassageStep } from './PassageSteps.tsx';
import { PassageTable } from './PassageTable.tsx';
import { findScores, listPassagesAt, MARKER_COLUMNS, NEWEST_FIRST, stepMarker } from './run-passages.view.ts';
import { useRunScores } from './run-scores.data.ts';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { explainVerify, setRunVerified } from './run-passage-acts.ts';
import styles from './Passages.module.css';

const ID = 'run-passages';
const SIZE = { width: 860, height: 280 };
const KIND = 'runPassage';

interface MarkerStepsProps {
  readonly tracked: TrackedRun;
  readonly markerName: string | null;
}

/** The name of the marker, and the arrows to its neighbours. */
function MarkerSteps({
  tracked: {
    run: {
      runId,
      path: { markers },
    },
  },
  markerName,
}: MarkerStepsProps) {
  const at = markers.findIndex(({ name }) => name === markerName);
  const turn = (step: 1 | -1) => selectMarker(runId, stepMarker(markers, markerName, step));
  return (
    <>
      <IconButton icon="chevronLeft" label={t('Previous marker')} isSmall isBoxed onClick={() => turn(-1)} />
      <IconButton icon="chevronRight" label={t('Next marker')} isSmall isBoxed onClick={() => turn(1)} />
      <span role="status" className={styles.marker}>
        {markerName ?? t('No Marker Selected')}
      </span>
      {at >= 0 && (
        <span className={styles.place}>
          {`${t('{number} of {total}', { number: at + 1, total: markers.length })}, ${markers[at]?.state}`}
        </span>
      )}
    </>
  );
}

interface ActionsProps {
  readonly passage: RunPassage;
  readonly onStep: (step: PassageStep) => void;
}

function Actions({ passage, onStep }: ActionsProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  const label = isManual(passage) ? t('Edit manual passage') : t('Edit passage time');
  return (
    <>
      <IconButton
        icon="edit"
        isSmall
        label={label}
        title={blockedBecause ?? label}
        disabled={!canWrite}
        onClick={() => onStep({ kind: 'time', passage })}
      />
      {isManual(passage) && (
        <IconButton
          icon="trash"
          isSmall
          label={t('Delete manual passage')}
          title={blockedBecause ?? t('Delete manual passage')}
          disabled={!canWrite}
          onClick={() => onStep({ kind: 'delete', passage })}
        />
      )}
    </>
  );
}

interface MarkerPassagesProps extends MarkerStepsProps {
  readonly isAdmin: boolean;
}

/** The passages at a marker of a run: charts, scores, and for admins verification and times. */
export function MarkerPassagesWindow({ tracked, markerName, isAdmin }: MarkerPassagesProps) {
  const { runId, pig, passages } = tracked.run;
  const [order, setOrder] = useState(NEWEST_FIRST);
  const dialogs = useDialogChain<PassageStep>();
  const scores = useRunScores(tracked);
  const shownIds = useShownIds(KIND, MARKER_COLUMNS);
  const rows = markerName === null ? [] : listPassagesAt(passages, markerName, order);
  return (
    <FloatingWindow
      id={ID}
      kind={ID}
      title={t('Passages')}
      subtitle={t('{pig}, run {runId}', { pig, runId })}
      initialSize={SIZE}
      onClose={closeRunDialog}
    >
      <div className={styles.window} {...dialogHome}>
        <div className={styles.tools}>
          <MarkerSteps tracked={tracked} markerName={markerName} />
          <div className={styles.acts}>
            <HistoryColumns columns={MARKER_COLUMNS} shownIds={shownIds} onShow={(ids) => showColumns(KIND, ids)} />
          </div>
        </div>
        <div className={styles.rows}>
          {markerName === null ? (
            <EmptyState>{t('Choose a marker on the map or with the arrows.')}</EmptyState>
          ) : (
            <PassageTable
              windowId={ID}
              caption={t('Passages of marker {marker}', { marker: markerName })}
              line={tracked.run.path.timeZone}
              emptyText={t('No passages recieved')}
              columns={chooseColumns(MARKER_COLUMNS, shownIds)}
              passages={rows}
              order={order}
              onOrder={setOrder}
              renderCell={(column, passage) => {
                if (column.id === 'verified')
                  return (
                    <VerifyCell
                      runId={runId}
                      passage={passage}
                      isAdmin={isAdmin}
                      onRefused={(error) => dialogs.open({ kind: 'refused', error })}
                    />
                  );
                return column.id === 'scores' ? <ScoreList of={findScores(scores, passage)} /> : undefined;
              }}
              {...(isAdmin && { renderActions: (passage) => <Actions passage={passage} onStep={dialogs.open} /> })}
            />
          )}
        </div>
        <div className={styles.foot} role="status">
          {t('{count} passage|{count} passages', { count: rows.length })}
        </div>
      </div>
      <PassageSteps dialogs={dialogs} tracked={tracked} />
    </FloatingWindow>
  );
}

interface VerifyCellProps {
  readonly runId: number;
  readonly passage: RunPassage;
  readonly isAdmin: boolean;
  readonly onRefused: (error: Error) => void;
}

function VerifyToggle({ runId, passage, onRefused }: Omit<VerifyCellProps, 'isAdmin'>) {
  const { mutate, isPending } = useMutation({
    mutationFn: (isVerified: boolean) => setRunVerified(runId, passage, isVerified),
    meta: { isShownInPlace: true },
    onSuccess: () => showSuccess(t('Success!')),
    onError: onRefused,
  });
  const toggle = () => {
    const words = explainVerify(runId, passage);
    if (words === null) mutate(!passage.isVerified);
    else onRefused(new Error(words));
  };
  return <VerifyButton isVerified={passage.isVerified} isPending={isPending} onToggle={toggle} />;
}

/** Shows whether the passage is the pig's; only administrators can change it. */
function VerifyCell({ isAdmin, ...rest }: VerifyCellProps) {
  const { isVerified, verifiedBy } = rest.passage;
  return (
    <>
      {isAdmin ? <VerifyToggle {...rest} /> : <VerifiedMark isVerified={isVerified} />}
      {isVerified && verifiedBy !== undefined && <span className={styles.by}>{verifiedBy}</span>}
    </>
  );
}
