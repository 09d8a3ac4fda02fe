import { UTC } from '@waymark/domain/time/zone';
import { writeTime } from '@waymark/domain/time/zoned-text';
import { t } from '#/language/t.ts';
import { useDeviceZone } from '#/ui/clock/zones.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import { Tag } from '#/ui/state/Tag.tsx';
import { useIsPhone } from '#/ui/window/window-store.ts';
import { describeLost, listBadges, type Badge } from './badges.view.ts';
import type { StreamSession } from './session/session-types.ts';
import styles from './StreamBadges.module.css';
import { useSessionState } from './session/use-stream-session.ts';

function Mark({ mark }: Pick<Badge, 'mark'>) {
  if (mark === null) return null;
  return mark === 'detected' ? (
    <Icon name="notice" size={12} stroke={1.8} />
  ) : (
    <i className={styles.disc} data-on={mark === 'on' || undefined} />
  );
}

function BadgeList({ session }: { readonly session: StreamSession }) {
  const rssiHz = useSessionState(session, (state) => state.rssiHz);
  const settings = useSessionState(session, (state) => state.settings);
  const detectors = useSessionState(session, ({ status }) => status.detectors);
  const weldSpeed = useSessionState(session, ({ status }) => status.weldSpeed);
  return (
    <ul className={styles.list}>
      {listBadges({ rssiHz, settings, status: { detectors, weldSpeed } }).map(({ name, value, mark }) => (
        <li
          key={name + (mark === null ? '' : 'detector')}
          className={styles.badge}
          data-detected={mark === 'detected' || undefined}
        >
          {name !== '' && <span className={styles.name}>{name} </span>}
          <Mark mark={mark} />
          <b>{value}</b>
        </li>
      ))}
    </ul>
  );
}

/** The newest time that the plots show. */
function StreamTime({ session }: { readonly session: StreamSession }) {
  const zone = useDeviceZone(session.uid);
  const second = useSessionState(session, ({ status }) =>
    status.streamTime === null ? null : Math.floor(status.streamTime / 1000),
  );
  const at = second === null ? null : second * 1000;
  return (
    <time
      className={styles.time}
      aria-label={zone === UTC ? t('UTC time') : t('Time in {zone}', { zone })}
      {...(at !== null && { dateTime: new Date(at).toISOString() })}
    >
      {at === null ? '--:--:-- UTC' : writeTime(at, zone)}
    </time>
  );
}

const LOST = t('Each is 0.96 s of the signal; the plots have gaps there.');

/** Detector states, speed of the pig, and the time of the newest data. */
export function StreamBadges({ session }: { readonly session: StreamSession }) {
  const lost = useSessionState(session, ({ status }) => describeLost(status.lostFrames));
  const isReplay = useSessionState(session, ({ source }) => source === 'replay');
  const isPhone = useIsPhone();
  return (
    // On a phone the badges scroll sideways.
    <div
      className={styles.badges}
      role="group"
      aria-label={t('State of the stream')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard is to scroll it
      tabIndex={isPhone ? 0 : undefined}
    >
      <BadgeList session={session} />
      {isReplay && <Tag tone="accent">{t('Replay')}</Tag>}
      {lost !== null && (
        <span className={styles.lost} title={LOST}>
          <Icon name="warning" size={12} />
          {lost}
        </span>
      )}
      <StreamTime session={session} />
    </div>
  );
}
