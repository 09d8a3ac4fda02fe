import { useDeviceZone } from '#/ui/clock/zones.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { isApiError } from '#/api/api-error.ts';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import { showSuccess } from '#/ui/toast/toasts.ts';
import type { DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import type { PassageSource } from '#/features/devices/windows/device-windows.ts';
import { announceTimeEdit, toEditSource } from '#/features/devices/windows/passage-edits.ts';
import { t } from '#/language/t.ts';
import { refreshPassages, saveTime } from './passage.data.ts';
import { askForTime } from './passage.view.ts';
import type { PassageRow } from './passage-place.ts';

export interface PickedTime {
  readonly at: number;
  /** The passage as the user saw it while picking. */
  readonly row: PassageRow;
}

export type ChangeStep =
  | ({ readonly kind: 'confirm' } & PickedTime)
  | { readonly kind: 'refused'; readonly title: string; readonly text: string };

interface ConfirmTimeProps extends PickedTime {
  readonly isOpen: boolean;
  readonly source: PassageSource;
  readonly onSaved: () => void;
  readonly onRefused: (why: string) => void;
  readonly onClose: () => void;
}

const CHANGED = t('The chart shows the passage as it is now. Pick the time again if it is still wrong.');

/** The message for a refusal after which the same request is pointless; null: the dialog shows the error. */
function explainRefusal(error: unknown): string | null {
  if (isApiError(error, 'passage-changed')) return `${error.detail} ${CHANGED}`;
  return isApiError(error, 'passage-time-refused') ? error.detail : null;
}

function ConfirmTime({ at, row, isOpen, source, onSaved, onRefused, onClose }: ConfirmTimeProps) {
  const queryClient = useQueryClient();
  const refusal = useRef<string>(null);
  const zone = useDeviceZone(row.uid);
  const save = async () => {
    try {
      await saveTime(row, at);
    } catch (error) {
      refusal.current = explainRefusal(error);
      void refreshPassages(queryClient, row.uid);
      if (refusal.current === null) throw error;
      return;
    }
    showSuccess(t('Success!'));
    announceTimeEdit({ source: toEditSource(source), uid: row.uid, runId: row.RunId });
    void refreshPassages(queryClient, row.uid);
    onSaved();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={askForTime(at, zone)}
      confirmLabel={t('Confirm')}
      onConfirm={save}
      onClose={() => (refusal.current === null ? onClose() : onRefused(refusal.current))}
      width={460}
    />
  );
}

interface ChangeDialogsProps {
  readonly dialogs: DialogChain<ChangeStep>;
  readonly source: PassageSource;
  readonly onSaved: () => void;
}

/** Asks before a time is saved, and says why a change failed. */
export function ChangeDialogs({ dialogs: { step, isOpen, turn, follow, close }, source, onSaved }: ChangeDialogsProps) {
  if (step?.kind === 'confirm') {
    const { at, row } = step;
    const tell = (text: string) => follow({ kind: 'refused', title: t('Passage time not saved'), text });
    return <ConfirmTime key={turn} {...{ at, row, isOpen, source, onSaved }} onRefused={tell} onClose={close} />;
  }
  if (step?.kind !== 'refused') return null;
  return (
    <MessageDialog isOpen={isOpen} title={step.title} closeLabel={t('Dismiss')} onClose={close}>
      <p>{step.text}</p>
    </MessageDialog>
  );
}
