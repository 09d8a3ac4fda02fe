import { Checkbox } from '@mantine/core';
import { PATH_EVENTS, type PathFlags } from '@waymark/commands/broadcast-codes';
import { toggleFlag } from '@waymark/commands/path-flags';
import { useState } from 'react';
import table from '#/ui/table/DataTable.module.css';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import styles from '../Editor.module.css';
import { changeDraft } from '../editor-store.ts';
import { EVENT_LABELS, FLAG_ROWS } from './flags.view.ts';

interface FlagsDialogProps {
  readonly isOpen: boolean;
  readonly flags: PathFlags;
  readonly onClose: () => void;
}

/** Chooses the commands that the path sends to its AGMs on saving, at a launch and at the end of a run. */
export function FlagsDialog({ isOpen, flags, onClose }: FlagsDialogProps) {
  const [chosen, setChosen] = useState(flags);
  return (
    <FormDialog
      isOpen={isOpen}
      title="Broadcast Commands"
      submitLabel="OK"
      note="Now: when the path is saved, once. What cannot go together puts the other out."
      onSubmit={() => chosen !== flags && changeDraft({ flags: chosen })}
      onClose={onClose}
      width={560}
      isFlush
    >
      <div className={styles.tableRows}>
        <table className={table.table} aria-label="Broadcast commands of the path">
          <thead>
            <tr>
              <th scope="col">Command</th>
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
                      title={cell.isLocked ? 'This event does not send this command.' : undefined}
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
