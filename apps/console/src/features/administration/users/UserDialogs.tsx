import { useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import type { DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { UserFormDialog } from './UserFormDialog.tsx';
import { UserInfoDialog } from './UserInfoDialog.tsx';
import { endSessionsOf, removePerson, type People, type Person } from './users.data.ts';

export type UserStep =
  | { readonly kind: 'new' }
  | { readonly kind: 'info' | 'edit' | 'sign-out' | 'delete'; readonly person: Person };

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
          onDelete={() => follow({ kind: 'delete', person })}
        />
      );
    case 'edit':
      return <UserFormDialog key={turn} {...frame} people={people} person={person} />;
    case 'sign-out':
      return (
        <ConfirmDialog
          {...frame}
          title={`Sign ${person.name} out everywhere?`}
          confirmLabel="Sign out"
          onConfirm={() => endSessionsOf(person.id)}
        >
          All sessions of {person.email} end at once. Signing in again stays possible.
        </ConfirmDialog>
      );
    case 'delete':
      return (
        <ConfirmDialog
          {...frame}
          title={`Delete ${person.name}?`}
          confirmLabel="Confirm"
          isDestructive
          onConfirm={() => removePerson(queryClient, people, person.id)}
        >
          {person.email} can no longer sign in, and is signed out everywhere at once.
        </ConfirmDialog>
      );
  }
}
