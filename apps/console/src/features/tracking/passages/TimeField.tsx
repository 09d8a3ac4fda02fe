import { UtcField } from '#/ui/field/UtcField.tsx';

interface TimeFieldProps {
  readonly value: string;
  readonly error: string | null;
  readonly isFirst?: boolean;
  readonly onChange: (typed: string) => void;
}

/** The time of a passage. An invalid time can be typed and is refused with a message. */
export function TimeField(props: TimeFieldProps) {
  return <UtcField label="Passage Time (UTC)" placeholder="YYYY-MM-DD HH:MM:SS" isMasked={false} {...props} />;
}
