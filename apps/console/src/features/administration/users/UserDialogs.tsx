import { useQueryClient, useQuery } from '@tanstack/react-query';
import { t } from '#/language/t.ts';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import type { DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { UserFormDialog } from './UserFormDialog.tsx';
import {
  endSessionsOf,
  removePerson,
  type People,
  type Person,
  currentUserQuery,
  resetFactorOf,
} from './users.data.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { DialogFoot } from '#/ui/dialog/DialogFrame.tsx';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { PropertyList, PropertyRow } from '#/ui/sheet/Panel.tsx';
import { describeRole } from './users.view.ts';
import { PasswordInput, Text } from '@mantine/core';
import { useState } from 'react';
import { ownSessionsQuery } from '#/features/session/own-sessions/own-sessions.data.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';

const OWN_DELETION = t('You cannot delete yourself.');

export type UserStep =
  | { readonly kind: 'new' }
  | { readonly kind: 'info' | 'edit' | 'sign-out' | 'reset-factor' | 'delete'; readonly person: Person };

interface UserDialogsProps {
  readonly people: People;
  readonly dialogs: DialogChain<UserStep>;
}

/** The dialogs about one user: details, change and deletion. */
export function UserDialogs({ people, dialogs: { step, isOpen, turn, follow, close } }: UserDialogsProps) {
  const queryClient = useQueryClient();
  if (!step) return null;
  const frame = { isOpen, onClose: close };
  if (step.kind === 'new') return <UserFormDialog key={turn} {...frame} people={people} person={null} />;
  const { kind, person } = step;
  switch (kind) {
    case 'info':
      return (
        <UserInfoDialog
          {...frame}
          person={person}
          onEdit={() => follow({ kind: 'edit', person })}
          onSignOut={() => follow({ kind: 'sign-out', person })}
          onResetFactor={() => follow({ kind: 'reset-factor', person })}
          onDelete={() => follow({ kind: 'delete', person })}
        />
      );
    case 'edit':
      return <UserFormDialog key={turn} {...frame} people={people} person={person} />;
    case 'sign-out':
      return (
        <ConfirmDialog
          {...frame}
          title={t('Sign {name} out everywhere?', { name: person.name })}
          confirmLabel={t('Sign out')}
          onConfirm={() => endSessionsOf(person.id)}
        >
          {t('All sessions of {email} end at once. Signing in again stays possible.', { email: person.email })}
        </ConfirmDialog>
      );
    case 'reset-factor':
      return <ResetFactorDialog key={turn} {...frame} person={person} />;
    case 'delete':
      return (
        <ConfirmDialog
          {...frame}
          title={t('Delete {name}?', { name: person.name })}
          confirmLabel={t('Confirm')}
          isDestructive
          onConfirm={() => removePerson(queryClient, people, person.id)}
        >
          {t('{email} can no longer sign in, and is signed out everywhere at once.', { email: person.email })}
        </ConfirmDialog>
      );
  }
}

interface UserInfoDialogProps {
  readonly isOpen: boolean;
  readonly person: Person;
  readonly onEdit: () => void;
  readonly onSignOut: () => void;
  readonly onResetFactor: () => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

function UserInfoDialog({ isOpen, person, onEdit, onSignOut, onResetFactor, onDelete, onClose }: UserInfoDialogProps) {
  const { blockedBecause } = useCanWrite();
  const { data: me } = useQuery(currentUserQuery);
  const isOwn = me?.id === person.id;
  const kept = isOwn ? OWN_DELETION : blockedBecause;
  return (
    <InfoDialog isOpen={isOpen} title={t('User')} onClose={onClose} width={420}>
      <PropertyList>
        <PropertyRow label={t('Name')}>{person.name}</PropertyRow>
        <PropertyRow label={t('Email')}>{person.email}</PropertyRow>
        <PropertyRow label={t('Phone')}>
          <span className="tabular">{person.phone === '' ? '–' : person.phone}</span>
        </PropertyRow>
        <PropertyRow label={t('Role')}>{describeRole(person)}</PropertyRow>
        {!isOwn && (
          <PropertyRow label={t('Two-step sign-in')}>
            <Button size="small" disabled={blockedBecause !== undefined} title={blockedBecause} onClick={onResetFactor}>
              {t('Reset')}
            </Button>
          </PropertyRow>
        )}
      </PropertyList>
      <DialogFoot note={isOwn ? OWN_DELETION : undefined}>
        <Button icon="trash" disabled={kept !== undefined} title={kept} onClick={onDelete}>
          {t('Delete')}
        </Button>
        <Button disabled={blockedBecause !== undefined} title={blockedBecause} onClick={onSignOut}>
          {t('Sign out everywhere')}
        </Button>
        <Button icon="edit" disabled={blockedBecause !== undefined} title={blockedBecause} onClick={onEdit}>
          {t('Edit')}
        </Button>
      </DialogFoot>
    </InfoDialog>
  );
}

interface ResetFactorDialogProps {
  readonly isOpen: boolean;
  readonly person: Person;
  readonly onClose: () => void;
}

/** Removes the second factors of a user who has lost them and the recovery codes. */
function ResetFactorDialog({ isOpen, person, onClose }: ResetFactorDialogProps) {
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
