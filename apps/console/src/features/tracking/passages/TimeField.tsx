import type { Zone } from '@waymark/domain/time/zone';
import { t } from '#/language/t.ts';
import { ZonedField } from '#/ui/clock/ZonedField.tsx';

interface TimeFieldProps {
  readonly value: string;
  readonly error: string | null;
  /** The zone of the run's line. */
  readonly line: Zone | undefined;
  readonly isFirst?: boolean;
  readonly onChange: (typed: string) => void;
}

/** The time of a passage. An invalid time can be typed and is refused with a message. */
export function TimeField(props: TimeFieldProps) {
  return (
    <ZonedField label={t('Passage Time (UTC)')} placeholder={t('YYYY-MM-DD HH:MM:SS')} isMasked={false} {...props} />
  );
}
