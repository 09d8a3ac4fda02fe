import { PasswordInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ownSessionsQuery } from '#/features/session/own-sessions/own-sessions.data.ts';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/use-can-write.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { resetFactorOf, type Person } from './users.data.ts';

interface ResetFactorDialogProps {
  readonly isOpen: boolean;
  readonly person: Person;
  readonly onClose: () => void;
}

/** Removes the second factors of a user who has lost them and the recovery codes. */
export function ResetFactorDialog({ isOpen, person, onClose }: ResetFactorDialogProps) {
  const { blockedBecause } = useCanWrite();
  const { data: sessions = [] } = useQuery({ ...ownSessionsQuery, enabled: isOpen });
  const needsPassword = !sessions.some(({ isExternal }) => isExternal);
  const [currentPassword, setCurrentPassword] = useState('');
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Reset Two-Step Sign-In')}
      subtitle={person.name}
      submitLabel={t('Reset')}
      width={420}
      blockedBecause={
        blockedBecause ?? (needsPassword && currentPassword === '' ? t('Enter your password') : undefined)
      }
      onSubmit={() => resetFactorOf(person, currentPassword)}
      onClose={onClose}
    >
      <Text size="sm">
        {t(
          'For a user who has lost app or passkeys, and the recovery codes. {email} then signs in with the password alone, and is signed out everywhere now. Make sure that it is really this person who asks.',
          { email: person.email },
        )}
      </Text>
      {needsPassword && (
        <PasswordInput
          label={t('Your password')}
          data-autofocus
          autoComplete="current-password"
          value={currentPassword}
          onChange={({ currentTarget }) => setCurrentPassword(currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}
