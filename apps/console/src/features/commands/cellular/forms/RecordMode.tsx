import { t } from '#/language/t.ts';
import { ChoiceSection } from '../ChoiceSection.tsx';
import { listRecordChoices } from '#/features/commands/form/choices.view.ts';
import type { SectionProps } from '#/features/commands/form/order-desk.ts';

export function Form({ device, desk, refusal }: SectionProps) {
  return (
    <ChoiceSection
      label={t('Record mode')}
      choices={listRecordChoices(device)}
      initial={device.lastRecordMode}
      toOrder={(recordMode) => ({ commandType: 'RecordMode', parameters: { recordMode } })}
      {...{ desk, refusal }}
    />
  );
}
