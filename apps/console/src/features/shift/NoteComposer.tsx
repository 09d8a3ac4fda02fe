import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MOST_SHIFT_FILES, MOST_SHIFT_TEXT } from '@waymark/contract/shift/shift-entry';
import { useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { DialogError } from '#/ui/dialog/DialogFrame.tsx';
import { useDialogAct } from '#/ui/dialog/use-dialog-act.ts';
import { useFileChoice } from '#/ui/field/use-file-choice.tsx';
import { activeRunsQuery, addNote } from './shift.data.ts';
import { checkNumber, joinFiles, writeBytes } from './shift.view.ts';
import styles from './ShiftPage.module.css';

const ACCEPT = 'image/jpeg,image/png,image/gif,image/webp,application/pdf,text/plain,.txt,.log,.csv';

interface NoteComposerProps {
  readonly corrects: number | null;
  readonly onCorrects: (noteId: number | null) => void;
}

interface Entry {
  readonly text: string;
  readonly runId: string;
  readonly uid: string;
  readonly files: readonly File[];
  readonly fault: string | null;
}
const EMPTY: Entry = { text: '', runId: '', uid: '', files: [], fault: null };

/** The typed note, and its saving. */
function useEntry({ corrects, onCorrects }: NoteComposerProps) {
  const queryClient = useQueryClient();
  const [entry, setEntry] = useState(EMPTY);
  const { text, runId, uid, files } = entry;
  const save = () =>
    addNote(
      queryClient,
      {
        note: text.trim(),
        runId: runId === '' ? null : Number(runId),
        uid: uid.trim() === '' ? null : Number(uid),
        corrects,
      },
      files,
    );
  const act = useDialogAct(save, () => {
    setEntry(EMPTY);
    onCorrects(null);
  });
  return {
    ...act,
    entry,
    set: (part: Partial<Entry>) => setEntry((before) => ({ ...before, ...part })),
    attach: (file: File) => setEntry((before) => ({ ...before, ...joinFiles(before.files, [file]) })),
  };
}

/** A note, what it is about, and its files. Ctrl+Enter saves it. */
export function NoteComposer({ corrects, onCorrects }: NoteComposerProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  const { entry, set, attach, isBusy, error, run } = useEntry({ corrects, onCorrects });
  const { text, uid, files, fault } = entry;
  const isReady = canWrite && text.trim() !== '' && checkNumber(uid) === null;
  const choice = useFileChoice({ label: t('Attach a file'), accept: ACCEPT, isBusy, onFile: attach });
  const submit = (event: SubmitEvent | KeyboardEvent) => {
    event.preventDefault();
    if (isReady) run();
  };
  return (
    <form className={styles.composer} aria-label={t('New note')} noValidate onSubmit={submit} {...choice.zone}>
      {corrects !== null && <Correcting noteId={corrects} onLeave={() => onCorrects(null)} />}
      <Textarea
        label={t('New note')}
        description={t('No user can change or delete it later. Ctrl+Enter saves it.')}
        maxLength={MOST_SHIFT_TEXT}
        autosize
        minRows={2}
        maxRows={10}
        readOnly={isBusy}
        value={text}
        onChange={({ currentTarget }) => set({ text: currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
        }}
      />
      <div className={styles.fields}>
        <About entry={entry} isBusy={isBusy} onChange={set} />
        <div className={styles.acts}>
          {choice.field}
          <Button
            icon="file"
            disabled={isBusy || files.length >= MOST_SHIFT_FILES}
            title={t('Pictures, PDF or text, at most five files of 5 MB')}
            onClick={choice.choose}
          >
            {t('Attach')}
          </Button>
          <Button type="submit" look="primary" isBusy={isBusy} disabled={!isReady} title={blockedBecause}>
            {t('Save note')}
          </Button>
        </div>
      </div>
      <ChosenFiles
        {...{ files, isBusy }}
        onRemove={(gone) => set({ files: files.filter((file) => file !== gone), fault: null })}
      />
      {fault !== null && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      {error && <DialogError error={error} />}
    </form>
  );
}

function Correcting({ noteId, onLeave }: { readonly noteId: number; readonly onLeave: () => void }) {
  return (
    <p className={styles.correcting}>
      {t('This note corrects note {number}.', { number: noteId })}{' '}
      <Button size="tiny" look="quiet" onClick={onLeave}>
        {t('Do not correct')}
      </Button>
    </p>
  );
}

interface AboutProps {
  readonly entry: Entry;
  readonly isBusy: boolean;
  readonly onChange: (part: Partial<Entry>) => void;
}

/** The run and the AGM that the note is about. */
function About({ entry: { runId, uid }, isBusy, onChange }: AboutProps) {
  const { data: runs = [], isError } = useQuery(activeRunsQuery);
  return (
    <>
      <NativeSelect
        label={t('Run')}
        disabled={isBusy}
        error={isError ? t('{what} did not load', { what: t('Runs') }) : null}
        data={[
          { value: '', label: t('None') },
          ...runs.map((each) => ({ value: String(each.runId), label: `${each.pig} (${each.runId})` })),
        ]}
        value={runId}
        onChange={({ currentTarget }) => onChange({ runId: currentTarget.value })}
      />
      <TextInput
        label={t('AGM')}
        inputMode="numeric"
        autoComplete="off"
        disabled={isBusy}
        error={checkNumber(uid)}
        value={uid}
        onChange={({ currentTarget }) => onChange({ uid: currentTarget.value })}
      />
    </>
  );
}

interface ChosenFilesProps {
  readonly files: readonly File[];
  readonly isBusy: boolean;
  readonly onRemove: (file: File) => void;
}

function ChosenFiles({ files, isBusy, onRemove }: ChosenFilesProps) {
  if (files.length === 0) return null;
  return (
    <ul className={styles.files} aria-label={t('Chosen files')}>
      {files.map((file, at) => (
        <li key={at} className={styles.chosen}>
          {file.name} · {writeBytes(file.size)}
          <IconButton
            icon="close"
            label={t('Remove {name}', { name: file.name })}
            disabled={isBusy}
            onClick={() => onRemove(file)}
          />
        </li>
      ))}
    </ul>
  );
}
