import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { checkUserName } from '@waymark/domain/account/user';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { validateForm } from '#/ui/dialog/validate-form.ts';
import { said } from './user-form.view.ts';
import { saveGroup, type Group } from './users.data.ts';

interface GroupDialogProps {
  readonly isOpen: boolean;
  /** null: a new company. */
  readonly group: Group | null;
  readonly onSaved?: (id: number) => void;
  readonly onClose: () => void;
}

export function GroupDialog({ isOpen, group, onSaved, onClose }: GroupDialogProps) {
  const { blockedBecause } = useCanWrite();
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { name: group?.groupName ?? '' }, validate: { name: said(checkUserName) } });
  const save = async () => {
    const id = await saveGroup(queryClient, group?.id ?? null, form.getValues().name.trim());
    onSaved?.(id);
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title={group ? t('Edit Group') : t('New Group')}
      subtitle={group?.groupName}
      submitLabel={t('Save')}
      blockedBecause={blockedBecause}
      onValidate={() => validateForm(form)}
      onSubmit={save}
      onClose={onClose}
      width={420}
    >
      <TextInput label={t('Group name')} autoComplete="off" data-autofocus {...form.getInputProps('name')} />
    </FormDialog>
  );
}
