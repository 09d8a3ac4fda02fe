import type { Zone } from '@waymark/domain/time/zone';
import { useZone, useZoneStore } from '#/ui/clock/zones.ts';
import { Checkbox, NativeSelect, Radio, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { REPORT_FORMATS, REPORT_PAPERS, REPORT_TYPES } from '@waymark/contract/routes/reports';
import { useState } from 'react';
import { readJson, writeJson } from '#/api/browser-storage.ts';
import { Button } from '#/ui/button/Button.tsx';
import { DialogError } from '#/ui/dialog/DialogFrame.tsx';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { useDialogAct } from '#/ui/dialog/use-dialog-act.ts';
import { nameRun, type RunDialogProps } from '#/features/runs/dialogs/run-dialog.ts';
import { saveJobNumber } from './finished-acts.ts';
import styles from './Finished.module.css';
import {
  FORMAT_LABELS,
  FORMAT_WORDS,
  hasRoomForWaveforms,
  isForReaders,
  listReportZones,
  PAPER_LABELS,
  readJobNumber,
  readPaperChoice,
  TYPE_LABELS,
  TYPE_WORDS,
  type ReportChoice,
} from './finished.view.ts';
import { startReport } from './report-files.ts';
import { LANGUAGE_NAMES, LANGUAGES, parseLanguage } from '@waymark/domain/language/language';
import { UNIT_SYSTEMS } from '@waymark/domain/units/system';
import { parseUnits, UNIT_LABELS, useUnits } from '#/features/units/units.ts';
import { LANGUAGE, t } from '#/language/t.ts';

const MOST_CHARACTERS = 100;
const PAPER_STORED_AS = 'waymark.report-paper';

interface ChoicesProps {
  readonly choice: ReportChoice;
  readonly onChange: (part: Partial<ReportChoice>) => void;
}

function Choices({ choice, line, onChange }: ChoicesProps & { readonly line: Zone | undefined }) {
  const { reportType, format, includeWaveforms } = choice;
  return (
    <>
      <Radio.Group
        label={t('Report Type')}
        value={reportType}
        onChange={(type) => onChange({ reportType: type === 'Summary' ? 'Summary' : 'Default' })}
      >
        <div className={styles.group}>
          {REPORT_TYPES.map((type) => (
            <Radio key={type} value={type} label={TYPE_LABELS[type]} description={TYPE_WORDS[type]} />
          ))}
        </div>
      </Radio.Group>
      <Radio.Group
        label={t('Format')}
        value={format}
        onChange={(name) => onChange({ format: REPORT_FORMATS.find((each) => each === name) ?? 'csv' })}
      >
        <div className={styles.group}>
          {REPORT_FORMATS.map((name) => (
            <Radio key={name} value={name} label={FORMAT_LABELS[name]} description={FORMAT_WORDS[name]} />
          ))}
        </div>
      </Radio.Group>
      <Checkbox
        label={t('Include waveforms')}
        description={t('In PRO and PDF files of the Default report.')}
        disabled={!hasRoomForWaveforms({ reportType, format })}
        checked={includeWaveforms && hasRoomForWaveforms({ reportType, format })}
        onChange={({ currentTarget }) => onChange({ includeWaveforms: currentTarget.checked })}
      />
      {isForReaders(choice) && <ReaderChoices {...{ choice, line, onChange }} />}
      {format === 'pdf' && <PaperChoices choice={choice} onChange={onChange} />}
    </>
  );
}

/** How people read the file. */
function ReaderChoices({ choice, line, onChange }: ChoicesProps & { readonly line: Zone | undefined }) {
  const ownZone = useZoneStore((store) => store.ownZone);
  return (
    <>
      <NativeSelect
        label={t('Language')}
        value={choice.language}
        data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        onChange={({ currentTarget }) => onChange({ language: parseLanguage(currentTarget.value) ?? LANGUAGE })}
      />
      <NativeSelect
        label={t('Units')}
        value={choice.units}
        data={UNIT_SYSTEMS.map((value) => ({ value, label: UNIT_LABELS[value] }))}
        onChange={({ currentTarget }) => onChange({ units: parseUnits(currentTarget.value) })}
      />
      <NativeSelect
        label={t('Time zone')}
        value={choice.timeZone}
        data={[...listReportZones(ownZone, line)]}
        onChange={({ currentTarget }) => onChange({ timeZone: currentTarget.value })}
      />
    </>
  );
}

/** The look of a PDF file. */
function PaperChoices({ choice: { paper, includeNotes }, onChange }: ChoicesProps) {
  return (
    <>
      <NativeSelect
        label={t('Paper')}
        value={paper}
        data={REPORT_PAPERS.map((value) => ({ value, label: PAPER_LABELS[value] }))}
        onChange={({ currentTarget }) => onChange(readPaperChoice({ includeNotes, paper: currentTarget.value }))}
      />
      <Checkbox
        label={t('Include notes')}
        description={t('The notes of the run and of its markers.')}
        checked={includeNotes}
        onChange={({ currentTarget }) => onChange({ includeNotes: currentTarget.checked })}
      />
    </>
  );
}

interface JobNumberProps {
  readonly typed: string;
  readonly saved: string | null;
  readonly isBlocked: boolean;
  readonly onType: (typed: string) => void;
  readonly onSave: () => Promise<void>;
}

function JobNumber({ typed, saved, isBlocked, onType, onSave }: JobNumberProps) {
  const { isBusy, error, run } = useDialogAct(onSave, () => showSuccess(t('Job number saved')));
  const isSame = readJobNumber(typed) === saved;
  return (
    <>
      <div className={styles.job}>
        <TextInput
          label={t('Job number')}
          autoComplete="off"
          maxLength={MOST_CHARACTERS}
          value={typed}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
        <Button disabled={isSame || isBlocked} isBusy={isBusy} onClick={run}>
          {t('Save job number')}
        </Button>
      </div>
      {error && <DialogError error={error} />}
    </>
  );
}

/** Chooses report and format of the run. The report contains the job number. */
export function ReportDialog({ isOpen, tracked, blockedBecause, onClose }: RunDialogProps) {
  const { runId, jobNumber, path } = tracked.run;
  const queryClient = useQueryClient();
  const units = useUnits();
  const timeZone = useZone(path.timeZone);
  const [choice, setChoice] = useState<ReportChoice>(() => ({
    reportType: 'Default',
    format: 'csv',
    includeWaveforms: false,
    units,
    timeZone,
    language: LANGUAGE,
    ...readPaperChoice(readJson(PAPER_STORED_AS)),
  }));
  /** null: the user has typed nothing, so changes of other users are shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const save = async () => {
    if (typed === null || readJobNumber(typed) === jobNumber) return;
    await saveJobNumber(queryClient, runId, readJobNumber(typed));
    // Keep an entry that was made meanwhile: it is not saved yet.
    setTyped((now) => (now === typed ? null : now));
  };
  const download = async () => {
    await save();
    const { includeWaveforms, paper, includeNotes } = choice;
    writeJson(PAPER_STORED_AS, { paper, includeNotes });
    startReport(runId, path.name, {
      ...choice,
      includeWaveforms: includeWaveforms && hasRoomForWaveforms(choice),
    });
  };
  return (
    <FormDialog
      {...{ isOpen, blockedBecause, onClose }}
      title={t('Select Report')}
      subtitle={nameRun(tracked)}
      submitLabel={t('Download Report')}
      onSubmit={download}
      width={480}
    >
      <Choices choice={choice} line={path.timeZone} onChange={(part) => setChoice({ ...choice, ...part })} />
      <JobNumber
        typed={typed ?? jobNumber ?? ''}
        saved={jobNumber}
        isBlocked={blockedBecause !== undefined}
        onType={setTyped}
        onSave={save}
      />
    </FormDialog>
  );
}
