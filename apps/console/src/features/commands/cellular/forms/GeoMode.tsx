import { t } from '#/language/t.ts';
import { ChoiceSection } from '../ChoiceSection.tsx';
import { GEO_CHOICES } from '#/features/commands/form/choices.view.ts';
import type { SectionProps } from '#/features/commands/form/order-desk.ts';

export function Form({ device, desk, refusal }: SectionProps) {
  return (
    <ChoiceSection
      label={t('Geophone gain')}
      choices={GEO_CHOICES}
      initial={device.lastGeoMode}
      toOrder={(GeoMode) => ({ commandType: 'GeoMode', parameters: { GeoMode } })}
      {...{ desk, refusal }}
    />
  );
}
