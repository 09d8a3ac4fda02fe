import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ClipboardEvent } from 'react';
import { t } from '#/language/t.ts';
import { parsePlace } from '../map/parse-place.ts';
import type { PositionForm } from './position-form.view.ts';
import styles from './PositionFields.module.css';

interface PositionFieldsProps {
  readonly form: Pick<UseFormReturnType<PositionForm>, 'getInputProps' | 'setFieldValue'>;
  readonly isFirst?: boolean;
}

/** Latitude and longitude; pasting a pair into either fills both. */
export function PositionFields({ form, isFirst = false }: PositionFieldsProps) {
  const takePair = (event: ClipboardEvent) => {
    const place = parsePlace(event.clipboardData.getData('text'));
    if (!place) return;
    event.preventDefault();
    form.setFieldValue('lat', String(place.lat));
    form.setFieldValue('lon', String(place.lon));
  };
  return (
    <div className={styles.pair}>
      <TextInput
        label={t('Latitude')}
        placeholder="36.1301"
        inputMode="text"
        autoComplete="off"
        data-autofocus={isFirst || undefined}
        onPaste={takePair}
        {...form.getInputProps('lat')}
      />
      <TextInput
        label={t('Longitude')}
        placeholder="-96.0302"
        inputMode="text"
        autoComplete="off"
        onPaste={takePair}
        {...form.getInputProps('lon')}
      />
    </div>
  );
}
