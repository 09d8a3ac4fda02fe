import { Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '#/language/t.ts';
import { MomentField } from '#/ui/field/MomentField.tsx';
import { LINKS, REASONS, type RejectionForm } from './rejections.view.ts';

interface FilterFieldsProps {
  readonly form: UseFormReturnType<RejectionForm>;
  /** Company names by number, if the user sees several. */
  readonly companies: ReadonlyMap<number, string> | null;
  /** False in the window of one device. */
  readonly hasDevice: boolean;
  readonly hasReason: boolean;
}

/** Filters the rows. */
export function FilterFields({ form, companies, hasDevice, hasReason }: FilterFieldsProps) {
  return (
    <>
      {hasDevice && (
        <TextInput
          label={t('Device')}
          placeholder={t('Any UID')}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('uid')}
        />
      )}
      {companies && (
        <Select
          label={t('Company')}
          placeholder={t('Any')}
          data={[...companies].map(([id, name]) => ({ value: String(id), label: name }))}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('Any company') }}
          nothingFoundMessage={t('No results')}
          {...form.getInputProps('group')}
        />
      )}
      {hasReason && (
        <>
          <Select
            label={t('Link')}
            placeholder={t('Any')}
            data={LINKS}
            clearable
            clearButtonProps={{ 'aria-label': t('Any link') }}
            {...form.getInputProps('link')}
          />
          <Select
            label={t('Reason')}
            placeholder={t('Any')}
            data={REASONS}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('Any reason') }}
            nothingFoundMessage={t('No results')}
            {...form.getInputProps('reason')}
          />
        </>
      )}
      <MomentField label={t('From (UTC)')} {...form.getInputProps('from')} />
      <MomentField label={t('To (UTC)')} {...form.getInputProps('to')} />
    </>
  );
}
