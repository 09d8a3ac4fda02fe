import { useState, type SubmitEvent } from 'react';
import { Checkbox, NativeSelect } from '@mantine/core';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { showError, showSuccess } from '#/ui/toast/toasts.ts';
import {
  isSamePreferences,
  NOTIFICATION_EVENTS,
  type NotificationEvent,
  type Preference,
  EVENT_LABELS,
  SOUND_LABELS,
  SOUND_NAMES,
  type AudibleSound,
} from './preferences.ts';
import { savePreferences, usePreferences } from './preferences-store.ts';
import { soundPlayer } from './sounds/sound-player.ts';
import { askPermission, readPermission, type SystemNoticePermission } from './alerts/system-notices.ts';
import { IconButton } from '#/ui/button/IconButton.tsx';
import styles from './NotificationsDialog.module.css';

const SOUND_CHOICES = SOUND_NAMES.map((value) => ({ value, label: SOUND_LABELS[value] }));

const WORDS: Readonly<Record<SystemNoticePermission, string>> = {
  default: t('Let your system show notices while this tab is in the background.'),
  granted: t('Your system shows notices while this tab is in the background.'),
  denied: t('System notices are blocked in the settings of this browser.'),
  unavailable: t('This browser shows no system notices here.'),
};

async function tryOut(sound: AudibleSound): Promise<void> {
  const outcome = await soundPlayer.tryOut(sound);
  if (outcome === 'blocked')
    showError({ message: t('This browser plays no sounds'), detail: t('Its settings may forbid them here.') });
}

/** Chooses which live events this browser announces, and how. The settings are not sent to the server. */
export function EventSettings() {
  const stored = usePreferences();
  const [chosen, setChosen] = useState(stored);
  const choose = (event: NotificationEvent, change: Partial<Preference>) =>
    setChosen((before) => ({ ...before, [event]: { ...before[event], ...change } }));
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    savePreferences(chosen);
    showSuccess(t('Notification preferences saved'));
  };
  return (
    <form className={styles.part} aria-label={t('Events and sounds')} onSubmit={save}>
      <div className={styles.head}>
        <h3>{t('Events and sounds')}</h3>
        <p className={styles.quiet}>
          {t('A ticked event shows a notice and plays its sound, also while this tab is in the background.')}
        </p>
      </div>
      <table className={styles.events}>
        <thead>
          <tr>
            <th scope="col">{t('Event')}</th>
            <th scope="col">{t('Sound')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('Try out')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {NOTIFICATION_EVENTS.map((event) => (
            <EventRow
              key={event}
              event={event}
              preference={chosen[event]}
              onChange={(change) => choose(event, change)}
              onTryOut={(sound) => void tryOut(sound)}
            />
          ))}
        </tbody>
      </table>
      <SystemNotices />
      <div className={styles.foot}>
        <span className={styles.note}>{t('Kept in this browser.')}</span>
        <Button type="submit" look={isSamePreferences(stored, chosen) ? 'default' : 'primary'}>
          {t('Save Preferences')}
        </Button>
      </div>
    </form>
  );
}

function SystemNotices() {
  const [permission, setPermission] = useState(readPermission);
  const ask = async () => setPermission(await askPermission());
  return (
    <div className={styles.system}>
      <span>{WORDS[permission]}</span>
      {permission === 'default' && (
        <Button size="small" icon="bell" onClick={() => void ask()}>
          {t('Allow')}
        </Button>
      )}
    </div>
  );
}

interface EventRowProps {
  readonly event: NotificationEvent;
  readonly preference: Preference;
  readonly onChange: (change: Partial<Preference>) => void;
  readonly onTryOut: (sound: AudibleSound) => void;
}

function EventRow({ event, preference: { isOn, sound }, onChange, onTryOut }: EventRowProps) {
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
          aria-label={t('Sound of {event}', { event: label })}
          data={SOUND_CHOICES}
          value={sound}
          onChange={({ currentTarget }) => take(currentTarget.value)}
        />
      </td>
      <td>
        <IconButton
          icon="play"
          label={
            sound === 'None'
              ? t('{event} has no sound', { event: label })
              : t('Play {sound} of {event}', { sound: SOUND_LABELS[sound], event: label })
          }
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
