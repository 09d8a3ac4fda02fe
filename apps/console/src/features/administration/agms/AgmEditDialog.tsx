import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { Warning } from '#/ui/state/Warning.tsx';
import { validateForm } from '#/ui/dialog/validate-form.ts';
import { isMove, toAgmChange, toAgmForm, validateGroup, validateImei, type AgmForm } from './agm-form.view.ts';
import { positionRules, toPositionForm } from '#/features/devices/site/position-form.view.ts';
import { updateAgm, type Agm } from './agms.data.ts';
import { groupsQuery } from '#/features/devices/store/companies.data.ts';
import { PositionFields } from '#/features/devices/site/PositionFields.tsx';

interface AgmEditDialogProps {
  readonly isOpen: boolean;
  readonly agm: Agm;
  readonly onClose: () => void;
}

/** A user refines the search rather than read more results. */
const MAX_OPTIONS = 50;
const NO_POSITION = { lat: null, lon: null };

const rules = { group: validateGroup, ...positionRules, imei: validateImei };

export function AgmEditDialog({ isOpen, agm, onClose }: AgmEditDialogProps) {
  const { blockedBecause } = useCanWrite();
  const queryClient = useQueryClient();
  const { data: groups, error } = useQuery(groupsQuery);
  const form = useForm<AgmForm>({ initialValues: toAgmForm(agm), validate: rules });
  const moves = isMove(agm, form.values);
  const chooseGroup = (group: string | null) => {
    const isOther = isMove(agm, { group });
    // The position belongs to the company that the AGM leaves.
    if (isOther !== moves) form.setValues(toPositionForm(isOther ? NO_POSITION : agm));
    form.setFieldValue('group', group);
  };
  const company = groups?.find(({ id }) => String(id) === form.values.group)?.groupName;
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Edit AGM')}
      subtitle={String(agm.uid)}
      submitLabel={moves ? t('Move AGM') : t('Save')}
      blockedBecause={blockedBecause}
      onValidate={() => validateForm(form)}
      onSubmit={() => updateAgm(queryClient, agm.uid, toAgmChange(agm, form.getValues()))}
      onClose={onClose}
      width={440}
    >
      <Select
        label={t('Group')}
        data={(groups ?? []).map(({ id, groupName }) => ({ value: String(id), label: groupName }))}
        limit={MAX_OPTIONS}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('No results')}
        {...form.getInputProps('group')}
        onChange={chooseGroup}
        error={form.errors['group'] ?? error?.message}
      />
      {moves && (
        <Warning>
          {t(
            'Moved to {company}, this AGM starts anew: its last values and its position are emptied, its credential ends and its connection closes, and those who follow it there no longer see it. It gets a new credential, shown once. What it has reported stays with the group it leaves. An AGM that watches an active run cannot be moved.',
            { company: company ?? '' },
          )}
        </Warning>
      )}
      <PositionFields form={form} />
      <TextInput
        label={t('IMEI')}
        placeholder={t('15 digits, of AGMs with a satellite modem')}
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('imei')}
      />
    </FormDialog>
  );
}
