import { PasswordInput, Text } from '@mantine/core';
import { useState } from 'react';
import { useCanWrite } from '#/live/use-can-write.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { endOwnSessions, type OwnSession } from './own-sessions.data.ts';
import { describeEnding, type SessionsToEnd } from './own-sessions.view.ts';

interface EndSessionsDialogProps {
  readonly isOpen: boolean;
  readonly ending: SessionsToEnd;
  readonly sessions: readonly OwnSession[];
  readonly reload: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the password, then ends one session or all others. */
export function EndSessionsDialog({ isOpen, ending, sessions, reload, onClose }: EndSessionsDialogProps) {
  const [currentPassword, setCurrentPassword] = useState('');
  const { blockedBecause } = useCanWrite();
  const { title, explanation, needsPassword } = describeEnding(ending, sessions);
  return (
    <FormDialog
      isOpen={isOpen}
      title={title}
      submitLabel="End"
      width={420}
      blockedBecause={blockedBecause ?? (needsPassword && currentPassword === '' ? 'Enter your password' : undefined)}
      onSubmit={async () => {
        try {
          await endOwnSessions({
            ...(ending !== 'others' && { id: ending.id }),
            ...(needsPassword && { currentPassword }),
          });
        } finally {
          // Also after a refusal: the session may have ended already.
          await reload();
        }
      }}
      onClose={onClose}
    >
      <Text size="sm">{explanation}</Text>
      {needsPassword && (
        <PasswordInput
          label="Your password"
          data-autofocus
          autoComplete="current-password"
          value={currentPassword}
          onChange={(event) => setCurrentPassword(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}
