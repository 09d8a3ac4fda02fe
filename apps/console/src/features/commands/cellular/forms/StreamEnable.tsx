import { canStream } from '@waymark/commands/streaming';
import { t } from '#/language/t.ts';
import { ChoiceSection } from '../ChoiceSection.tsx';
import { STREAM_CHOICES } from '#/features/commands/form/choices.view.ts';
import { readStreamChoice } from '#/features/commands/form/last-settings.view.ts';
import type { SectionProps } from '#/features/commands/form/order-desk.ts';

/** The wording of the requirements. */
const UNAVAILABLE = t('Unavailable in blutooth streaming');

export function Form({ device, desk, refusal }: SectionProps) {
  return (
    <ChoiceSection
      label={t('Stream')}
      choices={STREAM_CHOICES}
      initial={readStreamChoice(device)}
      toOrder={(choice) => ({ commandType: 'StreamEnable', parameters: { streamEnabled: choice === 1 } })}
      desk={desk}
      refusal={refusal ?? (canStream(device) ? undefined : UNAVAILABLE)}
    />
  );
}
