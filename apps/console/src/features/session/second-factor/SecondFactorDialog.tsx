import { Text, PasswordInput, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { dialogHome, useDialogChain, type DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { Warning } from '#/ui/state/Warning.tsx';
import { hasPasskeys } from './passkey-browser.ts';
import { AddPasskeyDialog, RemovePasskeyDialog, RenewCodesDialog } from './PasskeyDialogs.tsx';
import { secondFactorQuery, type AppSecret, type Passkey, type SecondFactor, turnOff } from './second-factor.data.ts';
import styles from './SecondFactor.module.css';
import { AppStep, CodesStep, PasswordStep } from './TurnOnDialogs.tsx';
import { WayList } from './WayList.tsx';
import { useState } from 'react';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';

const FEW_CODES = 3;

type Step =
  | { readonly kind: 'password' }
  | { readonly kind: 'app'; readonly app: AppSecret }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'off' }
  | { readonly kind: 'passkey' }
  | { readonly kind: 'remove'; readonly passkey: Passkey }
  | { readonly kind: 'renew' };

/** Adds and removes the ways of the user's own two-step sign-in. */
export function SecondFactorDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const query = useQuery({ ...secondFactorQuery, enabled: isOpen });
  const dialogs = useDialogChain<Step>();
  return (
    <>
      <InfoDialog
        isOpen={isOpen}
        title={t('Two-Step Sign-In')}
        onClose={onClose}
        width={460}
        isCovered={dialogs.isOpen}
      >
        <ReloadFailure query={query} what={t('Two-step sign-in')} />
        <div {...dialogHome}>
          <LoadedData query={query} what={t('Two-step sign-in')} widths={[300, 220]}>
            {(factor) =>
              factor.isExternal ? (
                <Text size="sm">
                  {t("Your company's identity provider asks for a second step, where it wants one.")}
                </Text>
              ) : (
                <State factor={factor} dialogs={dialogs} />
              )
            }
          </LoadedData>
        </div>
      </InfoDialog>
      <StepDialog key={dialogs.turn} isOpen={isOpen && dialogs.isOpen} dialogs={dialogs} />
    </>
  );
}

function describeState({ isOn, recoveryCodes }: SecondFactor): string {
  return isOn
    ? t('On: each sign-in asks for one of these after the password. Recovery codes left: {number}.', {
        number: recoveryCodes,
      })
    : t(
        'Off: your password alone signs you in. With it on, each sign-in also asks for a passkey or for a code of an authenticator app on your phone.',
      );
}

function State({ factor, dialogs }: { readonly factor: SecondFactor; readonly dialogs: DialogChain<Step> }) {
  const { canWrite, blockedBecause } = useCanWrite();
  const { isOn, appSince, isRequired, recoveryCodes } = factor;
  const held = { disabled: !canWrite, title: blockedBecause };
  return (
    <div className={styles.state}>
      <Text size="sm">{describeState(factor)}</Text>
      {isRequired && <Text size="sm">{t('It is required of you: the last way cannot be removed.')}</Text>}
      {isOn && (
        <WayList
          factor={factor}
          onRemoveApp={() => dialogs.open({ kind: 'off' })}
          onRemove={(passkey) => dialogs.open({ kind: 'remove', passkey })}
        />
      )}
      {isOn && recoveryCodes <= FEW_CODES && <Warning>{t('Few recovery codes are left. Make new ones.')}</Warning>}
      <div className={styles.acts}>
        {isOn && (
          <Button {...held} onClick={() => dialogs.open({ kind: 'renew' })}>
            {t('New recovery codes')}
          </Button>
        )}
        {appSince === null && (
          <Button {...held} onClick={() => dialogs.open({ kind: 'password' })}>
            {t('Use an authenticator app')}
          </Button>
        )}
        {hasPasskeys() && (
          <Button look={isOn ? 'default' : 'primary'} {...held} onClick={() => dialogs.open({ kind: 'passkey' })}>
            {t('Add a passkey')}
          </Button>
        )}
      </div>
    </div>
  );
}

function StepDialog({ isOpen, dialogs }: { readonly isOpen: boolean; readonly dialogs: DialogChain<Step> }) {
  const { step, follow, close } = dialogs;
  const showCodes = (codes: readonly string[]) => (codes.length > 0 ? follow({ kind: 'codes', codes }) : close());
  switch (step?.kind) {
    case undefined:
      return null;
    case 'password':
      return <PasswordStep isOpen={isOpen} onDone={(app) => follow({ kind: 'app', app })} onClose={close} />;
    case 'app':
      return <AppStep isOpen={isOpen} app={step.app} onDone={showCodes} onClose={close} />;
    case 'codes':
      return <CodesStep isOpen={isOpen} codes={step.codes} onClose={close} />;
    case 'off':
      return <TurnOffDialog isOpen={isOpen} onClose={close} />;
    case 'passkey':
      return <AddPasskeyDialog isOpen={isOpen} onCodes={showCodes} onClose={close} />;
    case 'remove':
      return <RemovePasskeyDialog isOpen={isOpen} passkey={step.passkey} onClose={close} />;
    case 'renew':
      return <RenewCodesDialog isOpen={isOpen} onCodes={showCodes} onClose={close} />;
  }
}

interface TurnOffDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Asks for the password and a code, and takes the authenticator app out of use. */
function TurnOffDialog({ isOpen, onClose }: TurnOffDialogProps) {
  const queryClient = useQueryClient();
  const { blockedBecause } = useCanWrite();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const isComplete = password !== '' && code.trim() !== '';
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Remove the Authenticator App')}
      submitLabel={t('Remove')}
      width={420}
      blockedBecause={blockedBecause ?? (isComplete ? undefined : t('Enter your password and a code'))}
      onSubmit={() => turnOff(queryClient, password, code)}
      onClose={onClose}
    >
      <PasswordInput
        label={t('Your password')}
        data-autofocus
        autoComplete="current-password"
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      <TextInput
        label={t('Code')}
        description={t('Of your authenticator app, or a recovery code.')}
        autoComplete="one-time-code"
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
    </FormDialog>
  );
}
