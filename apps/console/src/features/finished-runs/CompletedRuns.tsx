import { dialogHome, useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { selectFinished, useFinished } from '#/features/runs/finished-store.ts';
import { t } from '#/language/t.ts';
import { FinishedDialogs, type FinishedStep } from './FinishedDialogs.tsx';
import { FinishedRunList } from './FinishedRunList.tsx';
import { headTimes } from '@waymark/domain/time/zoned-text';
import { Time } from '#/ui/clock/Time.tsx';
import { useZone } from '#/ui/clock/zones.ts';
import { readTimes } from '@waymark/contract/runs/run-names';
import { isReopenable } from '@waymark/domain/run/changes/finished';
import { useQueryClient } from '@tanstack/react-query';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { PropertyList, PropertyRow, Section } from '#/ui/sheet/Panel.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { Age } from '#/features/devices/age.ts';
import { MapFileMenu } from '#/features/runs/map-files/MapFileMenu.tsx';
import { readServerNow } from '#/features/runs/change-run.ts';
import { openStringline } from '#/features/runs/stringline-store.ts';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import { startSynch } from './finished-acts.ts';
import { formatCount } from '#/language/numbers.ts';
import styles from './Finished.module.css';
import { countVerified, describeReceived, describeTaken } from './finished.view.ts';
import { useReportFiles } from './report-files.ts';
import { useFinishedRun } from './use-finished-run.ts';

/** A page of completed runs, and the actions on the selected one. */
export function CompletedRuns() {
  const chosenId = useFinished(({ runId }) => runId);
  const dialogs = useDialogChain<FinishedStep>();
  return (
    <div {...dialogHome}>
      <FinishedRunList
        chosenId={chosenId}
        emptyText={t('No completed runs yet. A run is completed when it is ended with its receive time.')}
        onChoose={({ runId }) => selectFinished(runId)}
      />
      {chosenId !== null && <FinishedRunDetails key={chosenId} runId={chosenId} onOpen={dialogs.open} />}
      <FinishedDialogs dialogs={dialogs} />
    </div>
  );
}

interface ActsProps {
  readonly tracked: TrackedRun;
  readonly onOpen: (step: FinishedStep) => void;
}

function Acts({ tracked, onOpen }: ActsProps) {
  const { runId } = tracked.run;
  const queryClient = useQueryClient();
  const { blockedBecause } = useCanWrite();
  const isSynching = useFinished(({ synching }) => synching.has(runId));
  const isReporting = useReportFiles(({ running }) => running.has(runId));
  const writes = { size: 'small', disabled: blockedBecause !== undefined, title: blockedBecause } as const;
  return (
    <div className={styles.acts}>
      <Button
        {...writes}
        look="primary"
        icon="download"
        isBusy={isReporting}
        onClick={() => onOpen({ kind: 'report', tracked })}
      >
        {t('Download Report')}
      </Button>
      <Button {...writes} icon="file" onClick={() => onOpen({ kind: 'control-points', tracked })}>
        {t('Control Points')}
      </Button>
      <MapFileMenu subject={{ runId }} />
      <Button {...writes} icon="external" onClick={() => onOpen({ kind: 'share', tracked })}>
        {t('Share Run')}
      </Button>
      <Button size="small" icon="pulse" onClick={() => openStringline(runId)}>
        {t('Timeline')}
      </Button>
      <Button {...writes} onClick={() => onOpen({ kind: 'times', tracked })}>
        {t('Edit Time')}
      </Button>
      <Button {...writes} onClick={() => onOpen({ kind: 'agms', tracked })}>
        {t('Add AGMs')}
      </Button>
      <Button {...writes} isBusy={isSynching} onClick={() => startSynch(queryClient, runId)}>
        {t('Synch Run')}
      </Button>
      <Button {...writes} onClick={() => onOpen({ kind: 'broadcast', tracked, codes: [] })}>
        {t('Broadcast Command')}
      </Button>
      {isReopenable(tracked.run, readServerNow()) && (
        <Button {...writes} onClick={() => onOpen({ kind: 'reopen', tracked })}>
          {t('Reopen Run')}
        </Button>
      )}
      <Button {...writes} icon="trash" onClick={() => onOpen({ kind: 'delete', tracked })}>
        {t('Delete Run')}
      </Button>
    </div>
  );
}

/** The running tasks of the run, with buttons to cancel them. */
function Tasks({ runId }: { readonly runId: number }) {
  const isSynching = useFinished(({ synching }) => synching.has(runId));
  const report = useReportFiles(({ running }) => running.get(runId));
  return (
    <>
      {isSynching && (
        <div className={styles.task} role="status">
          <progress aria-label={t('Synch')} />
          {t('Synchronising with the passages of its AGMs')}
        </div>
      )}
      {report && (
        <div className={styles.task}>
          <progress aria-label={t('Report')} />
          <span>{describeReceived(report.received)}</span>
          <Button size="tiny" onClick={report.cancel}>
            {t('Cancel')}
          </Button>
        </div>
      )}
    </>
  );
}

function Facts({ tracked: { run, text } }: { readonly tracked: TrackedRun }) {
  const { launchTime, receiveTime } = readTimes(text);
  const { verified, markers } = countVerified(run);
  const line = run.path.timeZone;
  const zone = useZone(line);
  return (
    <PropertyList>
      {launchTime !== null && (
        <PropertyRow label={headTimes(t('Launched'), zone)}>
          <Time of={launchTime} line={line} />
        </PropertyRow>
      )}
      {receiveTime !== null && (
        <PropertyRow label={headTimes(t('Received'), zone)} aside={<Age of={receiveTime} />}>
          <Time of={receiveTime} line={line} />
        </PropertyRow>
      )}
      <PropertyRow label={t('Duration')}>{describeTaken(run)}</PropertyRow>
      <PropertyRow label={t('Markers verified')}>
        {t('{number} of {total}', { number: verified, total: markers })}
      </PropertyRow>
      <PropertyRow label={t('Passages')}>{formatCount(run.passages.length)}</PropertyRow>
      <PropertyRow label={t('AGMs')}>{formatCount(run.path.agms.length)}</PropertyRow>
      <PropertyRow label={t('Job number')}>{run.jobNumber ?? '–'}</PropertyRow>
    </PropertyList>
  );
}

/** The selected completed run: its facts, and the actions on it. */
function FinishedRunDetails({ runId, onOpen }: Pick<ActsProps, 'onOpen'> & { readonly runId: number }) {
  const query = useFinishedRun(runId);
  return (
    <>
      <ReloadFailure query={query} what={t('Pig run')} />
      <LoadedData query={query} what={t('Pig run')} widths={[220, 300, 180, 180]}>
        {(tracked) => (
          <Section>
            <h3 className={styles.title}>{tracked.run.path.name}</h3>
            <p className={styles.subtitle}>
              {t('{pig}, {count} marker, run {runId}|{pig}, {count} markers, run {runId}', {
                pig: tracked.run.pig,
                count: tracked.run.path.markers.length,
                runId,
              })}
            </p>
            <Acts tracked={tracked} onOpen={onOpen} />
            <Tasks runId={runId} />
            <Facts tracked={tracked} />
          </Section>
        )}
      </LoadedData>
    </>
  );
}
