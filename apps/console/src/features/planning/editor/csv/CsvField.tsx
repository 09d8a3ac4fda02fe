import { FIELD_RULES } from '@waymark/domain/path/save-checks';
import { useRef, useState } from 'react';
import type { Marker } from '@waymark/domain/path/marker';
import type { ImportProblem } from '@waymark/domain/path/import-markers';
import { fail, type Result } from '@waymark/domain/result';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { dialogHome, useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { changeDraft } from '../editor-store.ts';
import { Fault, SaveFaults, useSaveFaults } from '../Fault.tsx';
import { FileField } from '../FileField.tsx';
import { takeMarkers, type RefusedCsv, checkCsvFile } from './csv.view.ts';
import { CsvErrorsDialog } from './CsvErrorsDialog.tsx';
import { CsvTemplateDialog } from './CsvTemplateDialog.tsx';
import { loadPart } from '#/api/load-part.ts';
import styles from '../Editor.module.css';
import own from './CsvField.module.css';

const FILE_FAULTS = ['file-missing', 'file-name-too-long'] as const;

/** Takes the markers of a file into the draft. A file with any error changes nothing. */
function useUpload(onRefused: (refused: RefusedCsv) => void) {
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<RefusedCsv | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const read = async (file: File) => {
    const markers = await readCsvFile(file);
    if (markers.ok) return changeDraft((draft) => takeMarkers(draft, file.name, markers.value));
    const problems = { fileName: file.name, problems: markers.failure };
    setRefused(problems);
    onRefused(problems);
  };
  const upload = (file: File) => {
    setBusy(true);
    setRefused(null);
    setFailure(null);
    read(file)
      .catch((thrown: unknown) => setFailure(toShownError(thrown).message))
      .finally(() => setBusy(false));
  };
  return { isBusy, refused, failure, upload };
}

/** The file of the markers. */
export function CsvField({ fileName }: { readonly fileName: string | null }) {
  const { step, isOpen, open, close } = useDialogChain<RefusedCsv>();
  const { isBusy, refused, failure, upload } = useUpload(open);
  const field = useRef<HTMLDivElement>(null);
  const isMissing = useSaveFaults(FILE_FAULTS).length > 0;
  return (
    <div ref={field} {...dialogHome}>
      <FileField
        label={t('CSV file')}
        uploadLabel={t('Upload CSV file')}
        fileName={fileName}
        placeholder={t('No file chosen')}
        accept=".csv"
        isBusy={isBusy}
        isFaulty={refused !== null || failure !== null || isMissing}
        onFile={upload}
      >
        {failure !== null && <Fault>{failure}</Fault>}
        {refused && (
          <Fault>
            {t('{file}: {count} problem, nothing was imported.|{file}: {count} problems, nothing was imported.', {
              file: refused.fileName,
              count: refused.problems.length,
            })}{' '}
            <button type="button" className={own.show} onClick={() => open(refused)}>
              {t('Show')}
            </button>
          </Fault>
        )}
        {!refused && failure === null && fileName === null && (
          <p className={styles.caption}>{t(FIELD_RULES.csvFileName)}</p>
        )}
        <SaveFaults codes={FILE_FAULTS} />
        <CsvTemplate />
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

function CsvTemplate() {
  const { isOpen, open, close } = useDialogChain<'template'>();
  return (
    <>
      <Button size="small" look="quiet" icon="file" onClick={() => open('template')}>
        {t('Columns and template')}
      </Button>
      <CsvTemplateDialog isOpen={isOpen} onClose={close} />
    </>
  );
}

async function readCsvFile(file: File): Promise<Result<readonly Marker[], readonly ImportProblem[]>> {
  const refusal = checkCsvFile(file);
  if (refusal) return fail([refusal]);
  const { MAX_CSV_BYTES, readMarkers } = await loadPart(() => import('@waymark/files/csv/read-markers'));
  // The extra byte shows that the file is too large.
  return readMarkers(new Uint8Array(await file.slice(0, MAX_CSV_BYTES + 1).arrayBuffer()), t);
}
