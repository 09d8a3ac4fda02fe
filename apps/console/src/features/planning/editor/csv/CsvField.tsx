import { FIELD_RULES } from '@waymark/domain/path/save-checks';
import { useRef, useState } from 'react';
import { countWords } from '#/ui/table/count-words.ts';
import { toShownError } from '#/ui/state/shown-error.ts';
import { dialogHome, useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import styles from '../Editor.module.css';
import { changeDraft } from '../editor-store.ts';
import { Fault } from '../Fault.tsx';
import { FileField } from '../FileField.tsx';
import { takeMarkers, type RefusedCsv } from './csv.view.ts';
import own from './CsvField.module.css';
import { CsvErrorsDialog } from './CsvErrorsDialog.tsx';
import { readCsvFile } from './read-csv-file.ts';

/** Reads the markers from a file. A file with any error changes nothing. */
export function CsvField({ fileName }: { readonly fileName: string | null }) {
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<RefusedCsv | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { step, isOpen, open, close } = useDialogChain<RefusedCsv>();
  const field = useRef<HTMLDivElement>(null);
  const read = async (file: File) => {
    const markers = await readCsvFile(file);
    if (markers.ok) return changeDraft((draft) => takeMarkers(draft, file.name, markers.value));
    const problems = { fileName: file.name, problems: markers.failure };
    setRefused(problems);
    open(problems);
  };
  const choose = (file: File) => {
    setBusy(true);
    setRefused(null);
    setFailure(null);
    read(file)
      .catch((thrown: unknown) => setFailure(toShownError(thrown).message))
      .finally(() => setBusy(false));
  };
  return (
    <div ref={field} {...dialogHome}>
      <FileField
        label="CSV file"
        fileName={fileName}
        placeholder="No file chosen"
        accept=".csv"
        isBusy={isBusy}
        isFaulty={refused !== null || failure !== null}
        onFile={choose}
      >
        {failure !== null && <Fault>{failure}</Fault>}
        {refused && (
          <Fault>
            {refused.fileName}: {countWords(refused.problems.length, 'problem')}, nothing was imported.{' '}
            <button type="button" className={own.show} onClick={() => open(refused)}>
              Show
            </button>
          </Fault>
        )}
        {!refused && failure === null && fileName === null && (
          <p className={styles.caption}>{FIELD_RULES.csvFileName}</p>
        )}
      </FileField>
      {step && (
        <CsvErrorsDialog
          isOpen={isOpen}
          refused={step}
          onChooseAnother={() => {
            close();
            field.current?.querySelector<HTMLInputElement>('input[type=file]')?.click();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}
