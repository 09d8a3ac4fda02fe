import { Checkbox, TextInput } from '@mantine/core';
import { useId } from 'react';
import { nameDetector } from '@waymark/domain/device/modes';
import { t } from '#/language/t.ts';
import styles from './CommandForm.module.css';
import { ChoiceField } from './ChoiceField.tsx';
import { SENSITIVITY_CHOICES } from './choices.view.ts';
import { describeLimit, isEditable, isInRange, type DetectorDraft } from './detectors.view.ts';

interface DetectorFieldsProps {
  readonly number: number;
  readonly detector: DetectorDraft;
  /** An empty frequency is left out of the command. */
  readonly canBeEmpty?: boolean;
  readonly onChange: (change: Partial<DetectorDraft>) => void;
}

/** A row of a detector: whether it is enabled, its frequency and its sensitivity. */
export function DetectorFields({ number, detector, canBeEmpty = false, onChange }: DetectorFieldsProps) {
  const limitId = useId();
  const name = nameDetector(number, t);
  const canEdit = isEditable(detector);
  const isEmpty = canBeEmpty && detector.hz === '';
  const isWrong = !isEmpty && !isInRange(number, detector.hz);
  return (
    <div className={styles.detector}>
      <div className={styles.row}>
        <Checkbox
          label={name}
          checked={detector.isEnabled === true}
          indeterminate={detector.isEnabled === null}
          onChange={({ currentTarget }) => onChange({ isEnabled: currentTarget.checked })}
        />
        <TextInput
          className={styles.number}
          aria-label={t('{name} frequency', { name })}
          aria-describedby={limitId}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          rightSection={<span className={styles.unit}>Hz</span>}
          value={detector.hz}
          error={isWrong}
          // MAG measures the magnetic field, which has no frequency.
          disabled={!canEdit || number === 0}
          onChange={({ currentTarget }) => onChange({ hz: currentTarget.value })}
        />
        <div className={styles.sensitivity}>
          <ChoiceField
            label={t('{name} sensitivity', { name })}
            choices={SENSITIVITY_CHOICES}
            value={detector.sensitivity}
            isDisabled={!canEdit}
            onChange={(sensitivity) => onChange({ sensitivity })}
          />
        </div>
        <span
          id={limitId}
          className={styles.limit}
          data-fault={isWrong || undefined}
          role={isWrong ? 'alert' : undefined}
        >
          {!isEmpty && describeLimit(number, detector.hz)}
        </span>
      </div>
    </div>
  );
}
