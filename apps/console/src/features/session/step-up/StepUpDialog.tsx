import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/api-error.ts';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { answerWithPasskey, hasPasskeys } from '../second-factor/passkey-browser.ts';
import { secondFactorQuery, type SecondFactor } from '../second-factor/second-factor.data.ts';
import { answerStepUp, useStepUp } from './step-up-store.ts';

type Typed = 'code' | 'password';

/** How the user proves who they are: with the password only if they have no second factor. */
function describeWays({ isOn, passkeys }: SecondFactor) {
  const typed: Typed = isOn ? 'code' : 'password';
  return { typed, hasPasskey: passkeys.length > 0 && hasPasskeys() };
}

async function prove(way: Typed | 'passkey', text: string): Promise<void> {
  if (way === 'passkey') {
    const passkey = await answerWithPasskey(await callApi('POST /user/step-up/passkey'));
    await callApi('POST /user/step-up', { body: { passkey } });
  } else
    await callApi('POST /user/step-up', { body: way === 'code' ? { code: text.trim() } : { currentPassword: text } });
}

/** Asks who is at the console, before a call that needs a proof is sent again. */
export function StepUpDialog() {
  const isOpen = useStepUp(({ waiting }) => waiting.length > 0);
  const query = useQuery({ ...secondFactorQuery, enabled: isOpen });
  const { blockedBecause } = useCanWrite();
  const [text, setText] = useState('');
  const isProved = useRef(false);
  const end = () => {
    answerStepUp(isProved.current);
    isProved.current = false;
    setText('');
  };
  const factor = query.data;
  if (factor?.isExternal === true) return <SignInAgain isOpen={isOpen} onEnd={end} />;
  const ways = factor && describeWays(factor);
  const way = ways?.hasPasskey && text.trim() === '' ? 'passkey' : ways?.typed;
  const missing = way === 'passkey' || text !== '' ? undefined : describeMissing(way);
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Confirm That It Is You')}
      submitLabel={way === 'passkey' ? t('Use a passkey') : t('Confirm')}
      width={420}
      isInFront
      blockedBecause={blockedBecause ?? missing}
      onSubmit={async () => {
        if (way === undefined) return;
        await prove(way, text).catch((error: unknown) => {
          logFailure(error);
          throw error;
        });
        isProved.current = true;
      }}
      onClose={end}
    >
      <LoadedData query={query} what={t('Two-step sign-in')} widths={[300, 220]}>
        {(loaded) => (
          <Proof typed={describeWays(loaded).typed} isOptional={way === 'passkey'} text={text} onText={setText} />
        )}
      </LoadedData>
    </FormDialog>
  );
}

function describeMissing(way: Typed | undefined): string {
  if (way === undefined) return t('Not loaded yet.');
  return way === 'code' ? t('Enter a code') : t('Enter your password');
}

interface ProofProps {
  readonly typed: Typed;
  readonly isOptional: boolean;
  readonly text: string;
  readonly onText: (text: string) => void;
}

function Proof({ typed, isOptional, text, onText }: ProofProps) {
  const field = {
    value: text,
    'data-autofocus': true,
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => onText(currentTarget.value),
  };
  return (
    <>
      <Text size="sm">
        {t('What you are about to do needs a fresh proof. It holds for ten minutes in this session.')}
      </Text>
      {typed === 'code' ? (
        <TextInput
          {...field}
          label={isOptional ? t('Code, in place of the passkey') : t('Code')}
          description={t('Of your authenticator app, or a recovery code.')}
          autoComplete="one-time-code"
        />
      ) : (
        <PasswordInput {...field} label={t('Your password')} autoComplete="current-password" />
      )}
    </>
  );
}

function SignInAgain({ isOpen, onEnd }: { readonly isOpen: boolean; readonly onEnd: () => void }) {
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Confirm That It Is You')}
      submitLabel={t('OK')}
      width={420}
      isInFront
      onSubmit={() => undefined}
      onClose={onEnd}
    >
      <Text size="sm">
        {t(
          'You sign in at the identity provider of your company: sign out and in again, then do this within ten minutes.',
        )}
      </Text>
    </FormDialog>
  );
}
