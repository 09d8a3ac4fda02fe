import { useQueryClient } from '@tanstack/react-query';
import type { PassageRow } from '@waymark/contract/devices/passage-row';
import { useRef } from 'react';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { saveRunInfo } from './run-info.data.ts';
import { compareRunInfo, type RunInfo } from './run-info.view.ts';
import styles from './RunInfo.module.css';

interface CompareRunInfoProps {
  readonly isOpen: boolean;
  readonly row: PassageRow;
  readonly after: RunInfo;
  readonly onSaved: () => void;
  readonly onRefused: (error: unknown) => void;
  readonly onTurnedDown: () => void;
}

/** Asks before saving: old values beside new ones (H-014). */
export function CompareRunInfo({ isOpen, row, after, onSaved, onRefused, onTurnedDown }: CompareRunInfoProps) {
  const queryClient = useQueryClient();
  const outcome = useRef<(() => void) | null>(null);
  const save = async () => {
    try {
      await saveRunInfo(queryClient, row, after);
      outcome.current = onSaved;
      showSuccess('Success!');
    } catch (error) {
      outcome.current = () => onRefused(error);
    }
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Update passage run info?"
      confirmLabel="Yes"
      cancelLabel="No"
      onConfirm={save}
      onClose={() => (outcome.current ?? onTurnedDown)()}
      width={460}
    >
      <table className={styles.compared}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Field</span>
            </th>
            <th scope="col">Old value</th>
            <th scope="col">New value</th>
          </tr>
        </thead>
        <tbody>
          {compareRunInfo(row, after).map(({ label, before, after: next, isChanged }) => (
            <tr key={label} data-changed={isChanged || undefined}>
              <th scope="row">{label}</th>
              <td>{before}</td>
              <td>{next}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ConfirmDialog>
  );
}
