import { useState, type SubmitEvent } from 'react';
import { Button } from '#/ui/button/Button.tsx';
import { showError, showSuccess } from '#/ui/toast/toasts.ts';
import { EventRow } from './EventRow.tsx';
import styles from './NotificationsDialog.module.css';
import { isSamePreferences, NOTIFICATION_EVENTS, type NotificationEvent, type Preference } from './preferences.ts';
import { savePreferences, usePreferences } from './preferences-store.ts';
import type { AudibleSound } from './sounds/sound-names.ts';
import { soundPlayer } from './sounds/sound-player.ts';
import { SystemNotices } from './SystemNotices.tsx';

async function tryOut(sound: AudibleSound): Promise<void> {
  const outcome = await soundPlayer.tryOut(sound);
  if (outcome === 'blocked')
    showError({ message: 'This browser plays no sounds', detail: 'Its settings may forbid them here.' });
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
    showSuccess('Notification preferences saved');
  };
  return (
    <form className={styles.part} aria-label="Events and sounds" onSubmit={save}>
      <div className={styles.head}>
        <h3>Events and sounds</h3>
        <p className={styles.quiet}>
          A ticked event shows a notice and plays its sound, also while this tab is in the background.
        </p>
      </div>
      <table className={styles.events}>
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">Sound</th>
            <th scope="col">
              <span className="visually-hidden">Try out</span>
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
        <span className={styles.note}>Kept in this browser.</span>
        <Button type="submit" look={isSamePreferences(stored, chosen) ? 'default' : 'primary'}>
          Save Preferences
        </Button>
      </div>
    </form>
  );
}
