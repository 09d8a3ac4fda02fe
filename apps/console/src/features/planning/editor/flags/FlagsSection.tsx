import { useQuery } from '@tanstack/react-query';
import { NO_FLAGS, toggleFlag } from '@waymark/commands/path-flags';
import { Checkbox } from '@mantine/core';
import { PATH_EVENTS, type PathFlags } from '@waymark/commands/broadcast-codes';
import { useState } from 'react';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import type { EditorDraft } from '../draft.ts';
import { flagsQuery } from '#/features/runs/company.data.ts';
import { EditorSection } from '../EditorSection.tsx';
import { Fault } from '../Fault.tsx';
import { describeFlags, readFlags, EVENT_LABELS, FLAG_ROWS } from './flags.view.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { changeDraft } from '../editor-store.ts';
import styles from '../Editor.module.css';
import table from '#/ui/table/DataTable.module.css';

const TITLE = t('Broadcast Commands');

export function FlagsSection({ draft: { pathId, flags } }: { readonly draft: EditorDraft }) {
  const isNew = pathId === -1;
  const { data, error, refetch } = useQuery({ ...flagsQuery(pathId), enabled: !isNew });
  const { step, isOpen, turn, open, close } = useDialogChain<'grid'>();
  const stored = isNew ? NO_FLAGS : data && readFlags(data);
  const shown = flags ?? stored;
  const lines = shown ? describeFlags(shown) : [];
  return (
    <EditorSection
      title={TITLE}
      count={shown && lines.length === 0 ? t('None') : undefined}
      actions={
        <Button size="small" disabled={!shown} onClick={() => open('grid')} aria-label={t('Edit Broadcast Commands')}>
          {t('Edit')}
        </Button>
      }
    >
      {lines.length > 0 && (
        <ul className={styles.lines}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {!shown && error && (
        <div className={styles.inline}>
          <Fault>{t('They did not load: {reason}', { reason: toShownError(error).message })}</Fault>
          <Button size="tiny" onClick={() => void refetch()}>
            {t('Retry')}
          </Button>
        </div>
      )}
      {step && shown && <FlagsDialog key={turn} isOpen={isOpen} flags={shown} onClose={close} />}
    </EditorSection>
  );
}

interface FlagsDialogProps {
  readonly isOpen: boolean;
  readonly flags: PathFlags;
  readonly onClose: () => void;
}

/** Chooses the commands that the path sends to its AGMs on saving, at a launch and at the end of a run. */
function FlagsDialog({ isOpen, flags, onClose }: FlagsDialogProps) {
  const [chosen, setChosen] = useState(flags);
  return (
    <FormDialog
      isOpen={isOpen}
      title={TITLE}
      submitLabel={t('OK')}
      note={t('Now: when the path is saved, once. What cannot go together puts the other out.')}
      onSubmit={() => chosen !== flags && changeDraft({ flags: chosen })}
      onClose={onClose}
      width={560}
      isFlush
    >
      <div className={styles.tableRows}>
        <table className={table.table} aria-label={t('Broadcast commands of the path')}>
          <thead>
            <tr>
              <th scope="col">{t('Command')}</th>
              {PATH_EVENTS.map((event) => (
                <th key={event} scope="col" className={styles.choice}>
                  {EVENT_LABELS[event]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {FLAG_ROWS.map(({ label, cells }) => (
              <tr key={label}>
                <th scope="row" className={styles.rowHead}>
                  {label}
                </th>
                {cells.map((cell) => (
                  <td key={cell.flag} className={styles.choice}>
                    <Checkbox
                      aria-label={cell.label}
                      checked={chosen[cell.flag]}
                      disabled={cell.isLocked}
                      title={cell.isLocked ? t('This event does not send this command.') : undefined}
                      data-locked={cell.isLocked || undefined}
                      onChange={() => setChosen(toggleFlag(chosen, cell.flag))}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </FormDialog>
  );
}
