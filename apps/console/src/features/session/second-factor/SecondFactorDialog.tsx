import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { DialogFoot } from '#/ui/dialog/DialogFrame.tsx';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { dialogHome, useDialogChain, type DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { Warning } from '#/ui/state/Warning.tsx';
import { ownSessionsQuery } from '../own-sessions/own-sessions.data.ts';
import { secondFactorQuery, type AppSecret, type SecondFactor } from './second-factor.data.ts';
import styles from './SecondFactor.module.css';
import { TurnOffDialog } from './TurnOffDialog.tsx';
import { AppStep, CodesStep, PasswordStep } from './TurnOnDialogs.tsx';

const FEW_CODES = 3;

type Step =
  | { readonly kind: 'password' }
  | { readonly kind: 'app'; readonly app: AppSecret }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'off' };

/** Turns the user's own two-step sign-in on and off. */
export function SecondFactorDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const query = useQuery({ ...secondFactorQuery, enabled: isOpen });
  const sessions = useQuery({ ...ownSessionsQuery, enabled: isOpen });
  const dialogs = useDialogChain<Step>();
  const isExternal = sessions.data?.some((session) => session.isExternal) ?? false;
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
              isExternal ? (
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

function State({ factor, dialogs }: { readonly factor: SecondFactor; readonly dialogs: DialogChain<Step> }) {
  const { canWrite, blockedBecause } = useCanWrite();
  const { isOn, since, recoveryCodes } = factor;
  const held = { disabled: !canWrite, title: blockedBecause };
  return (
    <div className={styles.state}>
      <Text size="sm">
        {isOn
          ? t(
              'On since {time} UTC: each sign-in asks for a code of your authenticator app. Recovery codes left: {number}.',
              { time: since?.slice(0, 16) ?? '', number: recoveryCodes },
            )
          : t(
              'Off: your password alone signs you in. With it on, each sign-in also asks for a code of an authenticator app on your phone.',
            )}
      </Text>
      {isOn && recoveryCodes <= FEW_CODES && (
        <Warning>{t('Few recovery codes are left. For new ones, turn two-step sign-in off and on again.')}</Warning>
      )}
      <DialogFoot>
        {isOn ? (
          <Button look="danger" {...held} onClick={() => dialogs.open({ kind: 'off' })}>
            {t('Turn off')}
          </Button>
        ) : (
          <Button look="primary" {...held} onClick={() => dialogs.open({ kind: 'password' })}>
            {t('Turn on')}
          </Button>
        )}
      </DialogFoot>
    </div>
  );
}

function StepDialog({ isOpen, dialogs }: { readonly isOpen: boolean; readonly dialogs: DialogChain<Step> }) {
  const { step, follow, close } = dialogs;
  switch (step?.kind) {
    case undefined:
      return null;
    case 'password':
      return <PasswordStep isOpen={isOpen} onDone={(app) => follow({ kind: 'app', app })} onClose={close} />;
    case 'app':
      return (
        <AppStep isOpen={isOpen} app={step.app} onDone={(codes) => follow({ kind: 'codes', codes })} onClose={close} />
      );
    case 'codes':
      return <CodesStep isOpen={isOpen} codes={step.codes} onClose={close} />;
    case 'off':
      return <TurnOffDialog isOpen={isOpen} onClose={close} />;
  }
}
