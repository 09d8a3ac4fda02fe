import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import styles from '#/features/commands/form/CommandForm.module.css';
import { CommandForm } from '#/features/commands/form/CommandForm.tsx';
import { DetectorFields } from '#/features/commands/form/DetectorFields.tsx';
import {
  canSendDetectors,
  changeDetector,
  hasHighSpeedPulse,
  toDetectorsOrder,
} from '#/features/commands/form/detectors.view.ts';
import { areDetectorsReported, readDetectorsDraft } from '#/features/commands/form/last-settings.view.ts';
import type { SectionProps } from '#/features/commands/form/order-desk.ts';

const DEFAULTS_NOTE = t('The device has not reported all its detectors: missing values are defaults.');

export function Form({ device, desk, refusal }: SectionProps) {
  const [draft, setDraft] = useState(() => readDetectorsDraft(device));
  return (
    <CommandForm
      label={t('Detectors')}
      {...{ desk, refusal }}
      canSend={canSendDetectors(draft)}
      note={areDetectorsReported(device) ? undefined : DEFAULTS_NOTE}
      lead={
        hasHighSpeedPulse(device) && (
          <Checkbox
            label={t('High-speed pulse')}
            checked={draft.isHighSpeed}
            onChange={({ currentTarget }) => setDraft({ ...draft, isHighSpeed: currentTarget.checked })}
          />
        )
      }
      actions={
        <Button
          size="small"
          title={t('Back to the last known settings')}
          onClick={() => setDraft(readDetectorsDraft(device))}
        >
          {t('Reset')}
        </Button>
      }
      onSend={() => desk.order(toDetectorsOrder(draft, device))}
    >
      <div className={styles.detectors}>
        {draft.detectors.map((detector, number) => (
          <DetectorFields
            key={number}
            {...{ number, detector }}
            onChange={(change) => setDraft(changeDetector(draft, number, change))}
          />
        ))}
      </div>
    </CommandForm>
  );
}
