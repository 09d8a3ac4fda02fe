import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';

import { DialogError } from '#/ui/dialog/DialogFrame.tsx';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { toShownError, type ShownError } from '#/ui/state/shown-error.ts';
import { importAgms, previewImport, type ImportResult } from '../agms.data.ts';
import { groupsQuery } from '#/features/devices/store/companies.data.ts';
import { showImported } from '../fleet-store.ts';
import { checkFileSize, explainRefusal } from './import.view.ts';
import { ImportProblems, ImportRows } from './ImportPreview.tsx';
import { Button } from '#/ui/button/Button.tsx';
import { Icon } from '#/ui/button/Icon.tsx';
import { useFileChoice } from '#/ui/field/use-file-choice.tsx';
import styles from './ImportDialog.module.css';

const ACCEPTED = '.csv,.txt,text/csv,text/plain';

interface ImportDialogProps {
  readonly isOpen: boolean;
  readonly groupId: number;
  readonly onClose: () => void;
}

interface ReadFile {
  readonly name: string;
  readonly csv: string;
  readonly result: ImportResult;
}

/** The chosen file, and the server's check of it. */
function useImport(groupId: number) {
  const queryClient = useQueryClient();
  const [read, setRead] = useState<ReadFile | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ShownError | null>(null);
  const check = async (file: File) => {
    const tooLarge = checkFileSize(file.size);
    if (tooLarge !== null) throw new Error(tooLarge);
    const csv = await file.text();
    setRead({ name: file.name, csv, result: await previewImport(groupId, csv) });
  };
  const choose = (file: File) => {
    setBusy(true);
    setError(null);
    setRead(null);
    check(file)
      .catch((thrown: unknown) => setError(toShownError(thrown)))
      .finally(() => setBusy(false));
  };
  const add = async () => {
    if (!read) return;
    const uids = read.result.rows.map(({ uid }) => uid);
    const result = await importAgms(queryClient, groupId, read.csv, uids);
    const refusal = explainRefusal(result);
    if (refusal === undefined) return showImported(result.credentials);
    setRead({ ...read, result });
    throw new Error(refusal);
  };
  return { read, isBusy, error, choose, add };
}

/** Imports AGMs from a file after a preview: all or none. */
export function ImportDialog({ isOpen, groupId, onClose }: ImportDialogProps) {
  const { blockedBecause } = useCanWrite();
  const { data: groups } = useQuery(groupsQuery);
  const { read, isBusy, error, choose, add } = useImport(groupId);
  const result = read?.result;
  const hasRows = result !== undefined && result.errors.length === 0;
  const refusal = result ? explainRefusal(result) : t('Choose a file first.');
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Import AGMs')}
      subtitle={groups?.find(({ id }) => id === groupId)?.groupName}
      submitLabel={hasRows ? t('Import {count} AGM|Import {count} AGMs', { count: result.rows.length }) : t('Import')}
      blockedBecause={blockedBecause ?? refusal}
      note={t('Their credentials are shown once afterwards.')}
      onSubmit={add}
      onClose={onClose}
      width={600}
    >
      <FilePicker name={read?.name ?? null} isBusy={isBusy} onFile={choose} />
      {error && <DialogError error={error} />}
      {result && result.errors.length > 0 && <ImportProblems errors={result.errors} />}
      {hasRows && <ImportRows rows={result.rows} />}
    </FormDialog>
  );
}

interface FilePickerProps {
  /** Name of the chosen file; null: none. */
  readonly name: string | null;
  readonly isBusy: boolean;
  readonly onFile: (file: File) => void;
}

/** Accepts a CSV file by drop or file dialog. */
function FilePicker({ name, isBusy, onFile }: FilePickerProps) {
  const { isOver, zone, field, choose } = useFileChoice({ label: t('CSV file'), accept: ACCEPTED, isBusy, onFile });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- whoever cannot drop a file chooses it by the button
    <div className={styles.zone} data-over={isOver || undefined} role="group" aria-label={t('File')} {...zone}>
      <Icon name="file" size={20} />
      <span className={styles.words}>
        {name ?? t('Drop a CSV file here')}
        <span className={styles.hint}>{t('Columns uid, lat, lon, imei; only uid is needed. At most 5,000 AGMs.')}</span>
      </span>
      {field}
      <Button icon="upload" isBusy={isBusy} onClick={choose} data-autofocus>
        {name === null ? t('Choose file') : t('Choose another file')}
      </Button>
    </div>
  );
}
