import { Modal } from '@mantine/core';
import { COLUMN_NOTES, CSV_TEMPLATE } from '@waymark/domain/path/csv-template';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { DialogFoot, DialogFrame } from '#/ui/dialog/DialogFrame.tsx';
import { saveFile } from '#/ui/field/save-file.ts';
import styles from './CsvTemplateDialog.module.css';

const FILE_NAME = 'markers-template.csv';

interface CsvTemplateDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Explains each column of the marker file, and saves an example that can be imported. */
export function CsvTemplateDialog({ isOpen, onClose }: CsvTemplateDialogProps) {
  return (
    <DialogFrame isOpen={isOpen} onClose={onClose} width={600} closesOutside fillsPhone>
      <div className={styles.box}>
        <Modal.Title className={styles.title}>{t('The columns of the CSV file')}</Modal.Title>
        <p className={styles.text}>
          {t('One row for each marker, from the launch site to the receive site. The columns may stand in any order.')}
        </p>
        <dl className={styles.columns}>
          {COLUMN_NOTES.map(({ header, isRequired, text, values }) => (
            <div key={header}>
              <dt>
                {header} <span className={styles.need}>{isRequired ? t('required') : t('optional')}</span>
              </dt>
              <dd>{t(text, values)}</dd>
            </div>
          ))}
        </dl>
        <DialogFoot>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button
            look="primary"
            icon="download"
            data-autofocus
            onClick={() => saveFile(FILE_NAME, CSV_TEMPLATE, 'text/csv')}
          >
            {t('Download template')}
          </Button>
        </DialogFoot>
      </div>
    </DialogFrame>
  );
}
