import { Textarea } from '@mantine/core';
import { MOST_NOTE } from '@waymark/contract/alerts/alert-row';
import { useState } from 'react';
import { acknowledge } from '#/features/alerts/alerts.data.ts';
import type { Alert } from '#/features/alerts/alerts-store.ts';
import { describeEarlier, titleOf } from '#/features/alerts/alert.view.ts';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { useZone } from '#/ui/clock/zones.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { showNotice } from '#/ui/toast/toasts.ts';

interface AcknowledgeDialogProps {
  /** null: the dialog is closed. */
  readonly alerts: readonly Alert[] | null;
  readonly onClose: () => void;
  readonly onDone?: (ids: readonly number[]) => void;
}

function nameAlerts(alerts: readonly Alert[]): string {
  const [first] = alerts;
  return alerts.length === 1 && first ? titleOf(first) : t('{count} alert|{count} alerts', { count: alerts.length });
}

/** Asks for a note. Users who come second are told who was first. */
export function AcknowledgeDialog({ alerts, onClose, onDone }: AcknowledgeDialogProps) {
  const { blockedBecause } = useCanWrite();
  const [note, setNote] = useState('');
  const zone = useZone();
  const submit = async () => {
    const ids = (alerts ?? []).map(({ id }) => id);
    const earlier = describeEarlier(await acknowledge(ids, note.trim()), zone);
    if (earlier !== null) showNotice(t('Acknowledged before'), earlier);
    setNote('');
    onDone?.(ids);
  };
  return (
    <FormDialog
      isOpen={alerts !== null}
      title={t('Acknowledge {alerts}', { alerts: nameAlerts(alerts ?? []) })}
      submitLabel={t('Acknowledge')}
      blockedBecause={blockedBecause}
      onSubmit={submit}
      onClose={onClose}
      width={420}
    >
      <Textarea
        label={t('Note')}
        description={t('Optional: what is being done. All users who see the alert can read it.')}
        maxLength={MOST_NOTE}
        autosize
        minRows={2}
        maxRows={6}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </FormDialog>
  );
}
