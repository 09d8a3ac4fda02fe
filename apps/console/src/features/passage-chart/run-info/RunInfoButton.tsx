import type { PassageRow } from '@waymark/contract/devices/passage-row';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { ChooseRunInfo } from './ChooseRunInfo.tsx';
import { NO_RUN_INFO, type RunInfo, compareRunInfo } from './run-info.view.ts';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { saveRunInfo } from './run-info.data.ts';
import styles from './RunInfo.module.css';

type RunInfoStep =
  | { readonly kind: 'choose'; readonly chosen: RunInfo }
  | { readonly kind: 'compare'; readonly after: RunInfo; readonly chosen: RunInfo }
  | { readonly kind: 'refused'; readonly error: unknown };

interface RunInfoButtonProps {
  readonly row: PassageRow;
  /** A row has no space for a label. */
  readonly isIcon?: boolean;
}

/** Opens the run info of a passage, for admins, with its dialogs. */
export function RunInfoButton({ row, isIcon = false }: RunInfoButtonProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  const { step, isOpen, turn, open, follow, close } = useDialogChain<RunInfoStep>();
  const ask = () => open({ kind: 'choose', chosen: row });
  const compare = (after: RunInfo) => follow({ kind: 'compare', after, chosen: after.RunId === null ? row : after });
  return (
    <>
      {isIcon ? (
        <IconButton
          icon="edit"
          isSmall
          label={t('Run info')}
          title={blockedBecause ?? t('Run info')}
          disabled={!canWrite}
          onClick={ask}
        />
      ) : (
        <Button size="tiny" icon="edit" disabled={!canWrite} title={blockedBecause} onClick={ask}>
          {t('Run info')}
        </Button>
      )}
      {step?.kind === 'choose' && (
        <ChooseRunInfo
          key={turn}
          {...{ isOpen, row, blockedBecause }}
          beginsWith={step.chosen}
          onChosen={compare}
          onClear={() => compare(NO_RUN_INFO)}
          onClose={close}
        />
      )}
      {step?.kind === 'compare' && (
        <CompareRunInfo
          key={turn}
          {...{ isOpen, row }}
          after={step.after}
          onSaved={close}
          onRefused={(error) => follow({ kind: 'refused', error })}
          onTurnedDown={() => follow({ kind: 'choose', chosen: step.chosen })}
        />
      )}
      {step?.kind === 'refused' && <Refusal key={turn} error={step.error} isOpen={isOpen} onDismiss={close} />}
    </>
  );
}

function Refusal({
  error,
  isOpen,
  onDismiss,
}: {
  readonly error: unknown;
  readonly isOpen: boolean;
  readonly onDismiss: () => void;
}) {
  const { message, logId } = toShownError(error);
  return (
    <MessageDialog isOpen={isOpen} title={t('Run info not changed')} closeLabel={t('Dismiss')} onClose={onDismiss}>
      {message}
      {logId !== undefined && ` LogId = ${logId}`}
    </MessageDialog>
  );
}

interface CompareRunInfoProps {
  readonly isOpen: boolean;
  readonly row: PassageRow;
  readonly after: RunInfo;
  readonly onSaved: () => void;
  readonly onRefused: (error: unknown) => void;
  readonly onTurnedDown: () => void;
}

/** Asks before saving: old values beside new ones (H-014). */
function CompareRunInfo({ isOpen, row, after, onSaved, onRefused, onTurnedDown }: CompareRunInfoProps) {
  const queryClient = useQueryClient();
  const outcome = useRef<(() => void) | null>(null);
  const save = async () => {
    try {
      await saveRunInfo(queryClient, row, after);
      outcome.current = onSaved;
      showSuccess(t('Success!'));
    } catch (error) {
      outcome.current = () => onRefused(error);
    }
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('Update passage run info?')}
      confirmLabel={t('Yes')}
      cancelLabel={t('No')}
      onConfirm={save}
      onClose={() => (outcome.current ?? onTurnedDown)()}
      width={460}
    >
      <table className={styles.compared}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('Field')}</span>
            </th>
            <th scope="col">{t('Old value')}</th>
            <th scope="col">{t('New value')}</th>
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
