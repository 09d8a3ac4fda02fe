import { Modal } from '@mantine/core';
import type { WordedProblem } from '@waymark/domain/words/import-faults';
import { Fragment, useRef, useState } from 'react';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import table from '#/ui/table/DataTable.module.css';
import { DialogFoot, DialogFrame } from '#/ui/dialog/DialogFrame.tsx';
import { Icon } from '#/ui/button/Icon.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { ListFoot } from '#/ui/table/ListFoot.tsx';
import { usePages } from '#/ui/table/use-pages.ts';
import { countProblems, groupProblems, writeProblems, type RefusedCsv } from './csv.view.ts';
import styles from './CsvErrors.module.css';

const PAGE_SIZE = 100;

type Copying = 'not-yet' | 'copied' | 'by-hand';
const COPY_WORDS: Readonly<Record<Copying, string>> = {
  'not-yet': t('Copy'),
  copied: t('Copied'),
  'by-hand': t('Press Ctrl+C'),
};

function ProblemRows({ rows }: { readonly rows: readonly WordedProblem[] }) {
  return rows.map(({ title, line, message }, index) => (
    <Fragment key={index}>
      {rows[index - 1]?.title !== title && (
        <tr>
          <th scope="rowgroup" colSpan={2} className={styles.group}>
            {title}
          </th>
        </tr>
      )}
      <tr>
        <td data-number className={styles.line}>
          {line ?? '–'}
        </td>
        <td className={styles.message}>{message}</td>
      </tr>
    </Fragment>
  ));
}

interface CsvErrorsDialogProps {
  readonly isOpen: boolean;
  readonly refused: RefusedCsv;
  readonly onChooseAnother: () => void;
  readonly onClose: () => void;
}

/** Lists all problems of a CSV file by line. */
export function CsvErrorsDialog({ isOpen, refused, onChooseAnother, onClose }: CsvErrorsDialogProps) {
  const { rows, pager } = usePages(groupProblems(refused.problems).flat(), PAGE_SIZE);
  const list = useRef<HTMLTableElement>(null);
  const [copying, setCopying] = useState<Copying>('not-yet');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(writeProblems(refused));
      setCopying('copied');
    } catch {
      // A page without TLS has no clipboard: the text is selected, and the user copies it with the keyboard.
      if (list.current) getSelection()?.selectAllChildren(list.current);
      setCopying('by-hand');
    }
  };
  return (
    <DialogFrame isOpen={isOpen} onClose={onClose} width={600} fillsPhone>
      <div className={styles.head}>
        <Icon name="warning" size={16} stroke={1.6} />
        <Modal.Title className={styles.title}>{t('CSV validation errors')}</Modal.Title>
        <span className={styles.file}>{refused.fileName}</span>
        <IconButton icon="close" label={t('Close')} onClick={onClose} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard is to scroll it */}
      <div className={styles.rows} role="group" aria-label={t('Problems by line')} tabIndex={0}>
        <table ref={list} className={table.table} aria-label={t('Problems')}>
          <thead>
            <tr>
              <th scope="col" data-number>
                {t('Line')}
              </th>
              <th scope="col">{t('Message')}</th>
            </tr>
          </thead>
          <tbody>
            <ProblemRows rows={rows} />
          </tbody>
        </table>
      </div>
      <ListFoot pager={pager} />
      <div className={styles.foot}>
        <DialogFoot note={countProblems(refused)}>
          <Button look="quiet" icon={copying === 'copied' ? 'check' : 'copy'} onClick={() => void copy()}>
            {COPY_WORDS[copying]}
          </Button>
          <Button onClick={onChooseAnother}>{t('Choose another file')}</Button>
          <Button look="primary" onClick={onClose} data-autofocus>
            {t('OK')}
          </Button>
        </DialogFoot>
      </div>
    </DialogFrame>
  );
}
