import { Checkbox, NativeSelect } from '@mantine/core';
import { IconButton } from '#/ui/button/IconButton.tsx';
import styles from './NotificationsDialog.module.css';
import { EVENT_LABELS, type NotificationEvent, type Preference } from './preferences.ts';
import { SOUND_NAMES, type AudibleSound } from './sounds/sound-names.ts';

interface EventRowProps {
  readonly event: NotificationEvent;
  readonly preference: Preference;
  readonly onChange: (change: Partial<Preference>) => void;
  readonly onTryOut: (sound: AudibleSound) => void;
}

export function EventRow({ event, preference: { isOn, sound }, onChange, onTryOut }: EventRowProps) {
  const label = EVENT_LABELS[event];
  const take = (value: string) => {
    const chosen = SOUND_NAMES.find((name) => name === value);
    if (chosen !== undefined) onChange({ sound: chosen });
  };
  return (
    <tr data-off={!isOn || undefined}>
      <td>
        <Checkbox
          classNames={{ body: styles.flag }}
          label={label}
          checked={isOn}
          onChange={({ currentTarget }) => onChange({ isOn: currentTarget.checked })}
        />
      </td>
      <td>
        <NativeSelect
          size="xs"
          aria-label={`Sound of ${label}`}
          data={SOUND_NAMES}
          value={sound}
          onChange={({ currentTarget }) => take(currentTarget.value)}
        />
      </td>
      <td>
        <IconButton
          icon="play"
          label={sound === 'None' ? `${label} has no sound` : `Play ${sound} of ${label}`}
          isSmall
          disabled={sound === 'None'}
          onClick={() => {
            if (sound !== 'None') onTryOut(sound);
          }}
        />
      </td>
    </tr>
  );
}
