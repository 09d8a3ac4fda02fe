import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { DialogList, DialogRow, ListDialog } from '#/ui/dialog/ListDialog.tsx';
import { useDialogChain, type DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { Warning } from '#/ui/state/Warning.tsx';
import { SecretDialog } from '#/ui/dialog/SecretDialog.tsx';
import { CopyField } from '#/ui/field/CopyField.tsx';
import { CredentialHead } from './CredentialHead.tsx';
import { keysQuery, revokeKey, type ApiKey, type MadeKey, makeKey } from './keys.data.ts';
import {
  describeKey,
  findConcern,
  EMPTY_KEY,
  findFieldErrors,
  KEY_RULES,
  SCOPE_TEXTS,
  toSentKey,
  type KeyForm,
} from './keys.view.ts';
import { findUnseenKeys, forgetNotesOf } from './unseen-keys.ts';
import { Checkbox, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { KEY_SCOPES } from '@waymark/contract/key-scopes';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { useMaking } from '#/ui/dialog/use-making.ts';
import { validateForm } from '#/ui/dialog/validate-form.ts';
import { UtcField } from '#/ui/field/UtcField.tsx';
import { useNeedsPassword } from '#/features/session/own-sessions/own-sessions.data.ts';
import styles from './MakeKeyDialog.module.css';

type KeyStep =
  | { readonly kind: 'make' }
  | { readonly kind: 'made'; readonly made: MadeKey }
  | { readonly kind: 'revoke'; readonly key: ApiKey };

/** Lists the API keys of the admin's company, makes and revokes them. */
export function KeysDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const query = useQuery({ ...keysQuery, enabled: isOpen });
  const dialogs = useDialogChain<KeyStep>();
  return (
    <>
      <ListDialog
        isOpen={isOpen}
        title={t('API Keys')}
        width={620}
        query={query}
        what={t('API keys')}
        isCovered={dialogs.isOpen}
        onClose={onClose}
      >
        {(keys) => <Keys keys={keys} dialogs={dialogs} />}
      </ListDialog>
      <KeyDialogs key={dialogs.turn} isOpen={isOpen && dialogs.isOpen} dialogs={dialogs} />
    </>
  );
}

function Keys({ keys, dialogs }: { readonly keys: readonly ApiKey[]; readonly dialogs: DialogChain<KeyStep> }) {
  const { canWrite, blockedBecause } = useCanWrite();
  const unseen = findUnseenKeys(keys);
  return (
    <DialogList
      label={t('API keys')}
      empty={t('No API keys')}
      note={t('A program uses a key instead of a password, within this company only. Times are UTC.')}
      addLabel={t('Make a key')}
      blockedBecause={blockedBecause}
      onAdd={() => dialogs.open({ kind: 'make' })}
    >
      {keys.map((key) => (
        <DialogRow
          key={key.id}
          head={<CredentialHead {...key} />}
          details={describeKey(key)}
          concern={<Concern words={findConcern(key, unseen.has(key.id))} />}
        >
          <Button
            disabled={!canWrite}
            title={blockedBecause}
            aria-label={t('Revoke {name}, {prefix}', { name: key.name, prefix: key.prefix })}
            onClick={() => dialogs.open({ kind: 'revoke', key })}
          >
            {t('Revoke')}
          </Button>
        </DialogRow>
      ))}
    </DialogList>
  );
}

function Concern({ words }: { readonly words: string | null }) {
  return words !== null && <Warning>{words}</Warning>;
}

function KeyDialogs({ isOpen, dialogs }: { readonly isOpen: boolean; readonly dialogs: DialogChain<KeyStep> }) {
  const queryClient = useQueryClient();
  const { step, close, follow } = dialogs;
  switch (step?.kind) {
    case undefined:
      return null;
    case 'make':
      return <MakeKeyDialog isOpen={isOpen} onMade={(made) => follow({ kind: 'made', made })} onClose={close} />;
    case 'made':
      return <MadeKeyDialog isOpen={isOpen} made={step.made} onClose={close} />;
    case 'revoke':
      return (
        <ConfirmDialog
          isOpen={isOpen}
          title={t('Revoke API key?')}
          confirmLabel={t('Revoke')}
          isDestructive
          onConfirm={async () => {
            await revokeKey(queryClient, step.key);
            forgetNotesOf(step.key);
          }}
          onClose={close}
        >
          {t('{name} ({prefix}…) is refused from now on, everywhere, and its connections close.', {
            name: step.key.name,
            prefix: step.key.prefix,
          })}
        </ConfirmDialog>
      );
  }
}

interface MadeKeyDialogProps {
  readonly isOpen: boolean;
  readonly made: MadeKey;
  readonly onClose: () => void;
}

/** The new key, this once. */
function MadeKeyDialog({ isOpen, made, onClose }: MadeKeyDialogProps) {
  return (
    <SecretDialog
      isOpen={isOpen}
      title={t('API key')}
      subtitle={made.name}
      warning={t('This key is shown only now. Copy it before you close this window; it cannot be shown again.')}
      question={t('Close without the key?')}
      onCopied={() => forgetNotesOf(made)}
      onClose={onClose}
    >
      <CopyField label={t('Key')} text={made.key} />
    </SecretDialog>
  );
}

interface MakeKeyDialogProps {
  readonly isOpen: boolean;
  readonly onMade: (key: MadeKey) => void;
  readonly onClose: () => void;
}

/** Asks what a new API key is for, and what it may do. */
function MakeKeyDialog({ isOpen, onMade, onClose }: MakeKeyDialogProps) {
  const { blockedBecause } = useCanWrite();
  const needsPassword = useNeedsPassword();
  const queryClient = useQueryClient();
  const form = useForm<KeyForm>({ initialValues: EMPTY_KEY, validate: KEY_RULES });
  const { made, make } = useMaking(form, {
    send: (values) => makeKey(queryClient, toSentKey(values)),
    findErrors: (error) => findFieldErrors(error, form.getValues()),
  });
  const isProven = !needsPassword || form.values.currentPassword !== '';
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Make an API Key')}
      submitLabel={t('Make the key')}
      blockedBecause={blockedBecause ?? (isProven ? undefined : t('Enter your password'))}
      note={needsPassword ? undefined : t('Your sign-in at your identity provider must be less than 10 minutes old.')}
      onValidate={() => validateForm(form)}
      onSubmit={make}
      onClose={() => (made.current ? onMade(made.current) : onClose())}
      width={480}
    >
      <TextInput
        label={t('Purpose')}
        placeholder={t('Historian of the control room')}
        autoComplete="off"
        maxLength={80}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ScopeFields form={form} />
      <LimitFields form={form} />
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

function LimitFields({ form }: { readonly form: UseFormReturnType<KeyForm> }) {
  return (
    <>
      <UtcField
        label={t('Expires (UTC)')}
        placeholder={t('Never, or YYYY-MM-DD HH:mm:ss')}
        {...form.getInputProps('expiresAt')}
      />
      <Textarea
        label={t('Only from these addresses')}
        placeholder={t('Every address, or one address or range per line: 192.0.2.0/24')}
        autosize
        minRows={2}
        maxRows={6}
        spellCheck={false}
        {...form.getInputProps('addresses')}
      />
    </>
  );
}

function ScopeFields({ form }: { readonly form: UseFormReturnType<KeyForm> }) {
  return (
    <Checkbox.Group
      label={t('It may')}
      value={[...form.values.scopes]}
      error={form.errors['scopes']}
      onChange={(scopes) => form.setFieldValue('scopes', scopes)}
    >
      <div className={styles.scopes}>
        {KEY_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={SCOPE_TEXTS[scope].label}
            description={SCOPE_TEXTS[scope].explanation}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
