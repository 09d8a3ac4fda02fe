import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { useZone } from '#/ui/clock/zones.ts';
import type { Passkey, SecondFactor } from './second-factor.data.ts';
import styles from './SecondFactor.module.css';
import { parseUtc } from '@waymark/domain/time/utc';
import type { Zone } from '@waymark/domain/time/zone';
import { writeTime } from '@waymark/domain/time/zoned-text';

function toMinute(instant: string, zone: Zone): string {
  const at = parseUtc(instant);
  return at.ok ? writeTime(at.value, zone, 'minute') : instant;
}

const describeAdded = (instant: string, zone: Zone): string => t('Added {time}', { time: toMinute(instant, zone) });

const describeUse = (instant: string | null, zone: Zone): string =>
  instant === null ? t('Never used') : t('Last used {time}', { time: toMinute(instant, zone) });

interface WayListProps {
  readonly factor: SecondFactor;
  readonly onRemoveApp: () => void;
  readonly onRemove: (passkey: Passkey) => void;
}

/** The ways of the second step that the user has. */
export function WayList({ factor: { appSince, passkeys }, onRemoveApp, onRemove }: WayListProps) {
  const zone = useZone();
  return (
    <ul className={styles.ways} aria-label={t('Ways of the second step')}>
      {appSince !== null && (
        <Way name={t('Authenticator app')} lines={[describeAdded(appSince, zone)]} onRemove={onRemoveApp} />
      )}
      {passkeys.map((passkey) => (
        <Way
          key={passkey.id}
          name={passkey.name}
          lines={[describeAdded(passkey.createdAt, zone), describeUse(passkey.lastUsedAt, zone)]}
          onRemove={() => onRemove(passkey)}
        />
      ))}
    </ul>
  );
}

interface WayProps {
  readonly name: string;
  readonly lines: readonly string[];
  readonly onRemove: () => void;
}

function Way({ name, lines, onRemove }: WayProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  return (
    <li className={styles.way}>
      <div className={styles.words}>
        <div className={styles.name}>{name}</div>
        {lines.map((line) => (
          <div key={line} className={styles.detail}>
            {line}
          </div>
        ))}
      </div>
      <Button disabled={!canWrite} title={blockedBecause} aria-label={t('Remove {name}', { name })} onClick={onRemove}>
        {t('Remove')}
      </Button>
    </li>
  );
}
