import { t } from '#/language/t.ts';
import { ChoiceSection } from '../ChoiceSection.tsx';
import { ANTENNA_CHOICES } from '#/features/commands/form/choices.view.ts';
import type { SectionProps } from '#/features/commands/form/order-desk.ts';

/** Devices do not report this setting, so no value is preselected. */
export function Form({ desk, refusal }: SectionProps) {
  return (
    <ChoiceSection
      label={t('Antenna detector')}
      choices={ANTENNA_CHOICES}
      initial={null}
      toOrder={(UnfoldedAntennaDetectorEnable) => ({
        commandType: 'FoldState',
        parameters: { UnfoldedAntennaDetectorEnable },
      })}
      {...{ desk, refusal }}
    />
  );
}
