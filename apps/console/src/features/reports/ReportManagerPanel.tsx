import { useDeviceZone } from '#/ui/clock/zones.ts';
import { SegmentedControl, Checkbox } from '@mantine/core';
import { useEffect } from 'react';
import { Button } from '#/ui/button/Button.tsx';
import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import { dialogHome, useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { listChosen, describeChosen } from '#/features/devices/choice/agm-choice.view.ts';
import { SelectAgmsDialog } from '#/features/devices/choice/SelectAgmsDialog.tsx';
import { useSteadyDevices } from '#/features/devices/table/use-steady-devices.ts';
import { RecordedDataSection } from './downloads/RecordedDataSection.tsx';
import { REPORT_TYPES } from './report.ts';
import { checkDraft, type Message } from './report.view.ts';
import { changeDraft, openReport, useReports } from './reports-store.ts';
import { useFinished } from '#/features/runs/finished-store.ts';
import { FinishedRunList } from '#/features/finished-runs/FinishedRunList.tsx';
import { Section } from '#/ui/sheet/Panel.tsx';
import { RangeMenu } from '#/ui/field/RangeMenu.tsx';
import { listTimeRanges } from '#/ui/field/time-ranges.ts';
import { ZonedField } from '#/ui/clock/ZonedField.tsx';
import { ChosenAgms } from '#/features/devices/choice/ChosenAgms.tsx';
import type { Device } from '#/features/devices/store/device.ts';
import { findRunOf } from '#/features/devices/run-of-devices.ts';
import { t } from '#/language/t.ts';
import { serverNow } from '#/live/clock-store.ts';
import styles from './ReportManager.module.css';

type PanelStep = { readonly kind: 'agms' } | { readonly kind: 'message'; readonly message: Message };

const TYPES = Object.entries(REPORT_TYPES).map(([value, label]) => ({ value, label }));

/** Reports on passages of a completed run or between two times, and downloads of recorded data. */
export function ReportManagerPanel() {
  const draft = useReports((reports) => reports.draft);
  const devices = useSteadyDevices();
  const chosen = listChosen(devices, draft.uids);
  const { step, isOpen, turn, open, close } = useDialogChain<PanelStep>();
  const generate = () => {
    const checked = checkDraft({ ...draft, uids: chosen.map(({ uid }) => uid) });
    if (checked.ok) openReport(checked.report);
    else open({ kind: 'message', message: checked.message });
  };
  return (
    <div {...dialogHome}>
      <div className={styles.type}>
        <SegmentedControl
          fullWidth
          aria-label={t('Report type')}
          data={TYPES}
          value={draft.by}
          onChange={(value) => changeDraft({ by: value === 'agms' ? 'agms' : 'run' })}
        />
      </div>
      {draft.by === 'run' ? <RunChoice /> : <AgmsChoice chosen={chosen} onSelect={() => open({ kind: 'agms' })} />}
      <div className={styles.generate}>
        <Button look="primary" isWide onClick={generate}>
          {t('Generate Report')}
        </Button>
      </div>
      <RecordedDataSection />
      {step?.kind === 'agms' && (
        <SelectAgmsDialog
          key={turn}
          isOpen={isOpen}
          title={t('Select Agms')}
          devices={devices}
          chosen={draft.uids}
          onSelect={(uids) => changeDraft({ uids })}
          onClose={close}
        />
      )}
      {step?.kind === 'message' && (
        <MessageDialog isOpen={isOpen} title={step.message.title} onClose={close}>
          <p>{step.message.text}</p>
        </MessageDialog>
      )}
    </div>
  );
}

/** Chooses the completed run of the report, and which of its passages. */
function RunChoice() {
  const { run, isVerifiedOnly } = useReports(({ draft }) => draft);
  const isGone = useFinished(({ gone }) => run !== null && gone.has(run.runId));
  useEffect(() => {
    if (isGone) changeDraft({ run: null });
  }, [isGone]);
  return (
    <>
      <FinishedRunList
        chosenId={run?.runId ?? null}
        emptyText={t('There are no completed pig runs to report on.')}
        onChoose={({ runId, name, timeZone }) => changeDraft({ run: { runId, name, timeZone } })}
      />
      <div className={styles.chosen}>
        <p role="status">
          {run ? t('Selected: {run}, run {runId}', { run: run.name, runId: run.runId }) : t('No pig run selected')}
        </p>
        <Checkbox
          label={t('Verified passages only')}
          checked={isVerifiedOnly}
          onChange={({ currentTarget: { checked } }) => changeDraft({ isVerifiedOnly: checked })}
        />
      </div>
    </>
  );
}

interface AgmsChoiceProps {
  readonly chosen: readonly Device[];
  readonly onSelect: () => void;
}

/** Chooses the devices and the time range of the report. */
function AgmsChoice({ chosen, onSelect }: AgmsChoiceProps) {
  const { start, end } = useReports(({ draft }) => draft);
  const zone = useDeviceZone(chosen[0]?.uid);
  return (
    <>
      <div className={styles.dates}>
        <ZonedField
          uid={chosen[0]?.uid}
          label={t('Start (UTC)')}
          value={start}
          onChange={(typed) => changeDraft({ start: typed })}
        />
        <ZonedField
          uid={chosen[0]?.uid}
          label={t('End (UTC)')}
          value={end}
          onChange={(typed) => changeDraft({ end: typed })}
        />
      </div>
      <RangeMenu
        listRanges={() => listTimeRanges(serverNow(), findRunOf(chosen.map(({ uid }) => uid)), zone)}
        onPick={({ from, to }) => changeDraft({ start: from, end: to })}
      />
      <Section
        title={t('AGMs')}
        action={
          <Button size="small" onClick={onSelect}>
            {t('Select Agms')}
          </Button>
        }
      >
        <ChosenAgms uids={chosen.map(({ uid }) => uid)} words={describeChosen(chosen, serverNow())} />
      </Section>
    </>
  );
}
