import { useQuery, useQueryClient } from '@tanstack/react-query';
import { nameRun, type RunDialogProps } from '#/features/runs/dialogs/run-dialog.ts';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { useZone } from '#/ui/clock/zones.ts';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { DialogList, DialogRow, ListDialog } from '#/ui/dialog/ListDialog.tsx';
import { SecretDialog } from '#/ui/dialog/SecretDialog.tsx';
import { useDialogChain, type DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { CopyField } from '#/ui/field/CopyField.tsx';
import { QrCode } from '#/ui/field/QrCode.tsx';
import { Tag } from '#/ui/state/Tag.tsx';
import {
  describeShare,
  beginShare,
  findShareFault,
  SHARE_RULES,
  toSentShare,
  type ShareForm,
} from './share-form.view.ts';
import { linkOfShare, revokeShare, sharesQuery, type MadeShare, type Share, makeShare } from './shares.data.ts';
import { Checkbox, NumberInput, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { MAX_SHARE_DELAY_MINUTES, MAX_SHARE_NAME, SHARE_PASSWORD_LENGTHS } from '@waymark/contract/routes/shares';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import { serverNow } from '#/live/clock-store.ts';
import { ZonedField } from '#/ui/clock/ZonedField.tsx';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { useMaking } from '#/ui/dialog/use-making.ts';
import { validateForm } from '#/ui/dialog/validate-form.ts';

type ShareStep =
  | { readonly kind: 'make' }
  | { readonly kind: 'made'; readonly made: MadeShare }
  | { readonly kind: 'revoke'; readonly share: Share };

/** The links that show a run to readers without an account. */
export function SharesDialog({ isOpen, tracked, blockedBecause, onClose }: RunDialogProps) {
  const query = useQuery({ ...sharesQuery(tracked.run.runId), enabled: isOpen });
  const dialogs = useDialogChain<ShareStep>();
  return (
    <>
      <ListDialog
        isOpen={isOpen}
        title={t('Share Run')}
        subtitle={nameRun(tracked)}
        width={560}
        query={query}
        what={t('Links')}
        isCovered={dialogs.isOpen}
        onClose={onClose}
      >
        {(shares) => (
          <ShareList
            shares={shares}
            line={tracked.run.path.timeZone}
            blockedBecause={blockedBecause}
            dialogs={dialogs}
          />
        )}
      </ListDialog>
      <ShareDialogs
        key={dialogs.turn}
        isOpen={isOpen && dialogs.isOpen}
        dialogs={dialogs}
        tracked={tracked}
        blockedBecause={blockedBecause}
      />
    </>
  );
}

interface ListProps {
  readonly shares: readonly Share[];
  /** The zone of the line. */
  readonly line: string | undefined;
  readonly blockedBecause: string | undefined;
  readonly dialogs: DialogChain<ShareStep>;
}

function ShareList({ shares, line, blockedBecause, dialogs }: ListProps) {
  const zone = useZone(line);
  return (
    <DialogList
      label={t('Links to this run')}
      empty={t('No links to this run')}
      note={t('A visitor counts once an hour.')}
      addLabel={t('Make a link')}
      blockedBecause={blockedBecause}
      onAdd={() => dialogs.open({ kind: 'make' })}
    >
      {shares.map((share) => (
        <DialogRow
          key={share.id}
          head={
            <>
              {share.name}
              {share.isExpired && <Tag>{t('Expired')}</Tag>}
            </>
          }
          details={describeShare(share, zone)}
        >
          <Button
            disabled={blockedBecause !== undefined}
            title={blockedBecause}
            aria-label={t('Revoke {name}', { name: share.name })}
            onClick={() => dialogs.open({ kind: 'revoke', share })}
          >
            {t('Revoke')}
          </Button>
        </DialogRow>
      ))}
    </DialogList>
  );
}

type StepProps = Pick<ListProps, 'dialogs' | 'blockedBecause'> & Pick<RunDialogProps, 'isOpen' | 'tracked'>;

function ShareDialogs({ isOpen, dialogs, tracked, blockedBecause }: StepProps) {
  const queryClient = useQueryClient();
  const { step, close, follow } = dialogs;
  switch (step?.kind) {
    case undefined:
      return null;
    case 'make':
      return (
        <MakeShareDialog
          isOpen={isOpen}
          tracked={tracked}
          blockedBecause={blockedBecause}
          onMade={(made) => follow({ kind: 'made', made })}
          onClose={close}
        />
      );
    case 'made':
      return (
        <SecretDialog
          isOpen={isOpen}
          title={t('Link to the run')}
          subtitle={step.made.name}
          warning={t('This link is shown only now. Copy it before you close this window; it cannot be shown again.')}
          question={t('Close without the link?')}
          onClose={close}
        >
          <QrCode text={linkOfShare(step.made)} label={t('QR code of the link below')} />
          <CopyField label={t('Web address')} text={linkOfShare(step.made)} />
        </SecretDialog>
      );
    case 'revoke':
      return (
        <ConfirmDialog
          isOpen={isOpen}
          title={t('Revoke link?')}
          confirmLabel={t('Revoke')}
          isDestructive
          onConfirm={() => revokeShare(queryClient, step.share)}
          onClose={close}
        >
          {t('The link for {name} shows nothing more, also where it is open.', { name: step.share.name })}
        </ConfirmDialog>
      );
  }
}

interface MakeShareDialogProps {
  readonly isOpen: boolean;
  readonly tracked: TrackedRun;
  readonly blockedBecause: string | undefined;
  readonly onMade: (made: MadeShare) => void;
  readonly onClose: () => void;
}

/** Asks for whom a link is, and what it shows. */
function MakeShareDialog({ isOpen, tracked, blockedBecause, onMade, onClose }: MakeShareDialogProps) {
  const { runId, path } = tracked.run;
  const queryClient = useQueryClient();
  const form = useForm<ShareForm>({ initialValues: beginShare(serverNow()), validate: SHARE_RULES });
  const { made, make } = useMaking(form, {
    send: (values) => makeShare(queryClient, toSentShare(runId, values)),
    findErrors: findShareFault,
  });
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Make a Link')}
      submitLabel={t('Make the link')}
      blockedBecause={blockedBecause}
      note={t('Whoever has the link sees this run, and nothing else, without an account.')}
      onValidate={() => validateForm(form)}
      onSubmit={make}
      onClose={() => (made.current ? onMade(made.current) : onClose())}
      width={460}
    >
      <TextInput
        label={t('For')}
        placeholder={t('The refinery at the receive site')}
        autoComplete="off"
        maxLength={MAX_SHARE_NAME}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ZonedField label={t('Ends (UTC)')} line={path.timeZone} {...form.getInputProps('expiresAt')} />
      <NumberInput
        label={t('Delay in minutes')}
        description={t('The page shows what was known this long ago.')}
        min={0}
        max={MAX_SHARE_DELAY_MINUTES}
        {...form.getInputProps('delayMinutes')}
      />
      <Checkbox
        label={t('Hide coordinates')}
        description={t('No map; distances along the line stay.')}
        {...form.getInputProps('hidesPlaces', { type: 'checkbox' })}
      />
      <PasswordInput
        label={t('Password of the link')}
        description={t('Empty: the link alone is enough.')}
        autoComplete="new-password"
        maxLength={SHARE_PASSWORD_LENGTHS.to}
        {...form.getInputProps('password')}
      />
    </FormDialog>
  );
}
