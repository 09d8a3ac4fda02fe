import { PasswordInput, Select, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '#/api/api-error.ts';
import { nameRole } from '#/features/session/role-words.ts';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { validateForm } from '#/ui/dialog/validate-form.ts';
import {
  EMPTY_USER,
  explainChangedUser,
  mergeStored,
  rulesOf,
  toSentPerson,
  toUserForm,
  type Conflicts,
  type UserForm,
} from './user-form.view.ts';
import { currentUserQuery, readPerson, savePerson, type People, type Person } from './users.data.ts';

interface UserFormDialogProps {
  readonly isOpen: boolean;
  readonly people: People;
  /** null: a new user. */
  readonly person: Person | null;
  readonly onClose: () => void;
}

const ROLES = (['viewer', 'admin'] as const).map((value) => ({ value, label: nameRole(value) }));

/** The form, and the values that were stored when it was last loaded. */
function useUserForm(people: People, person: Person | null) {
  const queryClient = useQueryClient();
  const [known, setKnown] = useState(person);
  const [conflicts, setConflicts] = useState<Conflicts>({});
  const form = useForm<UserForm>({
    initialValues: person ? toUserForm(person) : EMPTY_USER,
    validate: rulesOf(people, known),
  });
  const takeStored = async (before: Person): Promise<Error> => {
    const now = await readPerson(queryClient, people, before.id);
    if (!now) return new Error(t('Somebody has deleted this user meanwhile.'));
    const merged = mergeStored({ before: toUserForm(before), typed: form.getValues(), stored: toUserForm(now) });
    form.setValues(merged.values);
    setConflicts(merged.conflicts);
    setKnown(now);
    return new Error(explainChangedUser(merged.conflicts));
  };
  const save = async () => {
    try {
      await savePerson(queryClient, people, toSentPerson(form.getValues(), known), known);
    } catch (error) {
      const isOutdated = isApiError(error, 'user-changed') || isApiError(error, 'user-not-found');
      throw known && isOutdated ? await takeStored(known) : error;
    }
  };
  return { form, conflicts, save };
}

export function UserFormDialog({ isOpen, people, person, onClose }: UserFormDialogProps) {
  const { blockedBecause } = useCanWrite();
  const { form, conflicts, save } = useUserForm(people, person);
  const getsLink = person === null && (people.kind !== 'own' || form.values.password === '');
  return (
    <FormDialog
      isOpen={isOpen}
      title={person ? t('Edit User') : t('New User')}
      subtitle={person?.name}
      submitLabel={t('Save')}
      blockedBecause={blockedBecause}
      note={getsLink ? t('A link to set a password goes to this email.') : undefined}
      onValidate={() => validateForm(form)}
      onSubmit={save}
      onClose={onClose}
      width={440}
    >
      <TextInput
        label={t('Name')}
        autoComplete="off"
        data-autofocus
        description={conflicts.name}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('Email')}
        type="email"
        autoComplete="off"
        description={conflicts.email}
        {...form.getInputProps('email')}
      />
      <TextInput
        label={t('Phone')}
        type="tel"
        autoComplete="off"
        description={conflicts.phone}
        {...form.getInputProps('phone')}
      />
      {people.kind !== 'staff' && (
        <Select
          label={t('Role')}
          placeholder={t('Choose a role')}
          data={ROLES}
          allowDeselect={false}
          description={conflicts.role}
          {...form.getInputProps('role')}
        />
      )}
      <PasswordField form={form} people={people} person={person} />
    </FormDialog>
  );
}

interface PasswordFieldProps extends Pick<UserFormDialogProps, 'people' | 'person'> {
  readonly form: UseFormReturnType<UserForm>;
}

/** The password of another user; for a new e-mail of one's own the current password. */
function PasswordField({ form, people, person }: PasswordFieldProps) {
  const { data: me } = useQuery(currentUserQuery);
  if (person && person.id === me?.id) {
    if (form.values.email.trim().toLowerCase() === person.email) return null;
    return (
      <PasswordInput
        label={t('Your password')}
        description={t('Your own email changes only with it.')}
        autoComplete="current-password"
        {...form.getInputProps('currentPassword')}
      />
    );
  }
  if (people.kind !== 'own') return null;
  return (
    <PasswordInput
      label={t('Password')}
      description={person ? t('Empty: stays as it is.') : t('Empty: the user chooses one by the link.')}
      autoComplete="new-password"
      {...form.getInputProps('password')}
    />
  );
}
