import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { useZone } from '#/ui/clock/zones.ts';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { DialogList, DialogRow, ListDialog } from '#/ui/dialog/ListDialog.tsx';
import { useDialogChain, type DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { showError } from '#/ui/toast/toasts.ts';
import { MailFormDialog } from './MailFormDialog.tsx';
import {
  deleteMail,
  reportMailsQuery,
  sendMailNow,
  type MailPerson,
  type ReportMail,
  type ReportMails,
} from './report-mails.data.ts';
import {
  CONTENT_LABELS,
  describeLast,
  describeNextMail,
  describeRecipients,
  describeSchedule,
} from './report-mails.view.ts';

type Step =
  | { readonly kind: 'edit'; readonly mail: ReportMail | null; readonly people: readonly MailPerson[] }
  | { readonly kind: 'delete'; readonly mail: ReportMail };

/** The reports that the company gets by mail. */
export function ReportMailsDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const query = useQuery({ ...reportMailsQuery, enabled: isOpen });
  const dialogs = useDialogChain<Step>();
  return (
    <>
      <ListDialog
        isOpen={isOpen}
        title={t('Reports by Mail')}
        width={620}
        query={query}
        what={t('Reports by mail')}
        isCovered={dialogs.isOpen}
        onClose={onClose}
      >
        {(reports) => <Mails reports={reports} dialogs={dialogs} />}
      </ListDialog>
      <Dialogs key={dialogs.turn} isOpen={isOpen && dialogs.isOpen} dialogs={dialogs} />
    </>
  );
}

interface MailsProps {
  readonly reports: ReportMails;
  readonly dialogs: DialogChain<Step>;
}

function Mails({ reports: { mails, people }, dialogs: { open } }: MailsProps) {
  const { blockedBecause } = useCanWrite();
  return (
    <DialogList
      label={t('Reports by mail')}
      empty={t('No reports by mail')}
      note={t('Mails that were not delivered are listed in Messages.')}
      addLabel={t('New report')}
      blockedBecause={blockedBecause}
      onAdd={() => open({ kind: 'edit', mail: null, people })}
    >
      {mails.map((mail) => (
        <Mail
          key={mail.id}
          {...{ mail, people }}
          onEdit={() => open({ kind: 'edit', mail, people })}
          onDelete={() => open({ kind: 'delete', mail })}
        />
      ))}
    </DialogList>
  );
}

interface MailProps {
  readonly mail: ReportMail;
  readonly people: readonly MailPerson[];
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function Mail({ mail, people, onEdit, onDelete }: MailProps) {
  const zone = useZone();
  const { canWrite, blockedBecause } = useCanWrite();
  const [isBusy, setBusy] = useState(false);
  const queryClient = useQueryClient();
  const blocked = { disabled: !canWrite, title: blockedBecause };
  const name = `${CONTENT_LABELS[mail.content]}, ${describeSchedule(mail)}`;
  const send = () => {
    setBusy(true);
    sendMailNow(queryClient, mail)
      .catch((cause: unknown) => showError({ message: t('The report was not sent'), cause }))
      .finally(() => setBusy(false));
  };
  const lines = [
    `${describeSchedule(mail)}. ${describeNextMail(mail, zone)}`,
    describeRecipients(mail, people),
    describeLast(mail, zone) ?? t('Not sent yet'),
  ];
  return (
    <DialogRow head={CONTENT_LABELS[mail.content]} details={lines}>
      <Button {...blocked} isBusy={isBusy} aria-label={t('Send now: {name}', { name })} onClick={send}>
        {t('Send now')}
      </Button>
      <Button {...blocked} aria-label={t('Edit {name}', { name })} onClick={onEdit}>
        {t('Edit')}
      </Button>
      <Button {...blocked} aria-label={t('Delete {name}', { name })} onClick={onDelete}>
        {t('Delete')}
      </Button>
    </DialogRow>
  );
}

function Dialogs({
  isOpen,
  dialogs: { step, close },
}: {
  readonly isOpen: boolean;
  readonly dialogs: DialogChain<Step>;
}) {
  const queryClient = useQueryClient();
  if (!step) return null;
  if (step.kind === 'edit')
    return <MailFormDialog isOpen={isOpen} mail={step.mail} people={step.people} onClose={close} />;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('Delete report by mail?')}
      confirmLabel={t('Delete')}
      isDestructive
      onConfirm={() => deleteMail(queryClient, step.mail)}
      onClose={close}
    >
      {`${CONTENT_LABELS[step.mail.content]}, ${describeSchedule(step.mail)}`}
    </ConfirmDialog>
  );
}
