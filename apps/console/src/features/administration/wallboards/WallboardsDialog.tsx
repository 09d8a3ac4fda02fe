import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { DialogList, DialogRow, ListDialog } from '#/ui/dialog/ListDialog.tsx';
import { SecretDialog } from '#/ui/dialog/SecretDialog.tsx';
import { useDialogChain, type DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { CopyField } from '#/ui/field/CopyField.tsx';
import { CredentialHead } from '../keys/CredentialHead.tsx';
import { describeMaking, describeUse, KEY_RULES, findFieldErrors } from '../keys/keys.view.ts';
import {
  linkOfWallboard,
  revokeWallboard,
  wallboardsQuery,
  type MadeWallboard,
  type Wallboard,
  makeWallboard,
} from './wallboards.data.ts';
import { PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { MAX_KEY_NAME } from '@waymark/contract/routes/keys';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { useMaking } from '#/ui/dialog/use-making.ts';
import { validateForm } from '#/ui/dialog/validate-form.ts';
import { UtcField } from '#/ui/field/UtcField.tsx';
import { useNeedsPassword } from '#/features/session/own-sessions/own-sessions.data.ts';

interface MakeWallboardDialogProps {
  readonly isOpen: boolean;
  readonly onMade: (made: MadeWallboard) => void;
  readonly onClose: () => void;
}

const EMPTY = { name: '', expiresAt: '', currentPassword: '' };
const RULES = {
  name: (name: string) => (name.trim() === '' ? t('Say where it hangs') : null),
  expiresAt: KEY_RULES.expiresAt,
};

/** Asks where a new wallboard hangs. */
function MakeWallboardDialog({ isOpen, onMade, onClose }: MakeWallboardDialogProps) {
  const { blockedBecause } = useCanWrite();
  const needsPassword = useNeedsPassword();
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: EMPTY, validate: RULES });
  const { made, make } = useMaking(form, {
    send: ({ name, expiresAt, currentPassword }) =>
      makeWallboard(queryClient, {
        name,
        expiresAt: expiresAt === '' ? null : expiresAt,
        ...(currentPassword !== '' && { currentPassword }),
      }),
    findErrors: (error) => findFieldErrors(error, { addresses: '' }),
  });
  const isProven = !needsPassword || form.values.currentPassword !== '';
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Make a Wallboard')}
      submitLabel={t('Make the wallboard')}
      blockedBecause={blockedBecause ?? (isProven ? undefined : t('Enter your password'))}
      note={needsPassword ? undefined : t('Your sign-in at your identity provider must be less than 10 minutes old.')}
      onValidate={() => validateForm(form)}
      onSubmit={make}
      onClose={() => (made.current ? onMade(made.current) : onClose())}
      width={480}
    >
      <TextInput
        label={t('Place')}
        placeholder={t('Control room, left screen')}
        autoComplete="off"
        maxLength={MAX_KEY_NAME}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <UtcField
        label={t('Expires (UTC)')}
        placeholder={t('Never, or YYYY-MM-DD HH:mm:ss')}
        {...form.getInputProps('expiresAt')}
      />
      {needsPassword && (
        <PasswordInput
          label={t('Your password')}
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
      )}
    </FormDialog>
  );
}

type WallboardStep =
  | { readonly kind: 'make' }
  | { readonly kind: 'made'; readonly made: MadeWallboard }
  | { readonly kind: 'revoke'; readonly wallboard: Wallboard };

/** Lists the wallboards of the admin's company, makes and revokes them. */
export function WallboardsDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const query = useQuery({ ...wallboardsQuery, enabled: isOpen });
  const dialogs = useDialogChain<WallboardStep>();
  return (
    <>
      <ListDialog
        isOpen={isOpen}
        title={t('Wallboards')}
        width={620}
        query={query}
        what={t('Wallboards')}
        isCovered={dialogs.isOpen}
        onClose={onClose}
      >
        {(wallboards) => <WallboardList wallboards={wallboards} dialogs={dialogs} />}
      </ListDialog>
      <WallboardDialogs key={dialogs.turn} isOpen={isOpen && dialogs.isOpen} dialogs={dialogs} />
    </>
  );
}

interface ListProps {
  readonly wallboards: readonly Wallboard[];
  readonly dialogs: DialogChain<WallboardStep>;
}

function WallboardList({ wallboards, dialogs }: ListProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  return (
    <DialogList
      label={t('Wallboards')}
      empty={t('No wallboards')}
      note={t(
        'A screen of a control room shows active runs, map, alerts and links, and changes nothing. Times are UTC.',
      )}
      addLabel={t('Make a wallboard')}
      blockedBecause={blockedBecause}
      onAdd={() => dialogs.open({ kind: 'make' })}
    >
      {wallboards.map((wallboard) => (
        <DialogRow
          key={wallboard.id}
          head={<CredentialHead {...wallboard} />}
          details={[describeMaking(wallboard), describeUse(wallboard)]}
        >
          <Button
            disabled={!canWrite}
            title={blockedBecause}
            aria-label={t('Revoke {name}, {prefix}', { name: wallboard.name, prefix: wallboard.prefix })}
            onClick={() => dialogs.open({ kind: 'revoke', wallboard })}
          >
            {t('Revoke')}
          </Button>
        </DialogRow>
      ))}
    </DialogList>
  );
}

function WallboardDialogs({ isOpen, dialogs }: { readonly isOpen: boolean } & Pick<ListProps, 'dialogs'>) {
  const queryClient = useQueryClient();
  const { step, close, follow } = dialogs;
  switch (step?.kind) {
    case undefined:
      return null;
    case 'make':
      return <MakeWallboardDialog isOpen={isOpen} onMade={(made) => follow({ kind: 'made', made })} onClose={close} />;
    case 'made':
      return (
        <SecretDialog
          isOpen={isOpen}
          title={t('Wallboard')}
          subtitle={step.made.name}
          warning={t('This link is shown only now. Open it in the browser of the wallboard; it cannot be shown again.')}
          question={t('Close without the link?')}
          onClose={close}
        >
          <CopyField label={t('Web address')} text={linkOfWallboard(step.made)} />
        </SecretDialog>
      );
    case 'revoke':
      return (
        <ConfirmDialog
          isOpen={isOpen}
          title={t('Revoke wallboard?')}
          confirmLabel={t('Revoke')}
          isDestructive
          onConfirm={() => revokeWallboard(queryClient, step.wallboard)}
          onClose={close}
        >
          {t('{name} goes dark within seconds, wherever its link is open.', { name: step.wallboard.name })}
        </ConfirmDialog>
      );
  }
}
