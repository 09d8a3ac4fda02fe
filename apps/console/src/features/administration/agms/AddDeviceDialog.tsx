import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { validateForm } from '#/ui/dialog/validate-form.ts';
import { validateGroup, validateUid } from './agm-form.view.ts';
import { addDevice } from './fleet.data.ts';
import { groupsQuery } from '#/features/devices/store/companies.data.ts';

interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

interface AddForm {
  readonly uid: string;
  readonly group: string | null;
}

const EMPTY: AddForm = { uid: '', group: null };

/** Adds a device to a company, and shows its credential afterwards. */
export function AddDeviceDialog({ isOpen, onClose }: DialogProps) {
  const { blockedBecause } = useCanWrite();
  const { data: groups, error } = useQuery({ ...groupsQuery, enabled: isOpen });
  const form = useForm<AddForm>({ initialValues: EMPTY, validate: { uid: validateUid, group: validateGroup } });
  const startAnew = useEffectEvent(() => form.reset());
  useEffect(() => {
    if (isOpen) startAnew();
  }, [isOpen]);
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Add Device')}
      submitLabel={t('Add Device')}
      blockedBecause={blockedBecause}
      onValidate={() => validateForm(form)}
      onSubmit={() => addDevice({ uid: Number(form.values.uid), group: Number(form.values.group) })}
      onClose={onClose}
      width={420}
    >
      <TextInput
        label={t('Device UID')}
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('uid')}
      />
      <Select
        label={t('Group')}
        placeholder={groups ? t('Choose a group') : t('Loading groups')}
        data={(groups ?? []).map(({ id, groupName }) => ({ value: String(id), label: groupName }))}
        searchable
        nothingFoundMessage={t('No results')}
        {...form.getInputProps('group')}
        error={form.errors['group'] ?? error?.message}
      />
    </FormDialog>
  );
}
