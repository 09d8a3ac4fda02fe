import { writeTime } from '@waymark/domain/time/zoned-text';
import { t } from '#/language/t.ts';
import { useZone } from '#/ui/clock/zones.ts';
import { useEffect, useState } from 'react';
import { useServerClock } from '#/live/clock-store.ts';
import { useOnline } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { Icon } from '#/ui/button/Icon.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { startOffline } from '#/app/offline/start-offline.ts';
import { useVersion } from '#/app/offline/version.ts';
import { SmsBanner } from './SmsBanner.tsx';
import styles from './Strips.module.css';

/** Says that the shown state was stored in this browser, and when. */
function LastKnownStrip() {
  const lastKnownAt = useOnline(({ online }) => online.lastKnownAt);
  const offsetMs = useServerClock((clock) => clock.offsetMs);
  const zone = useZone();
  if (lastKnownAt === null) return null;
  const asOf = writeTime(lastKnownAt + offsetMs, zone, 'minute');
  return (
    <p className={styles.strip} role="status" data-kind="last-known">
      <Icon name="warning" size={14} stroke={1.6} />
      <span className={styles.words}>
        <strong className="tabular">{t('Offline — last known state of {time}.', { time: asOf })}</strong>{' '}
        {t('Pigs are reckoned on from there. Nothing can be changed until the server is back.')}
      </span>
    </p>
  );
}

function NewVersionStrip() {
  const isNewReady = useVersion((version) => version.isNewReady);
  const [isClosed, setClosed] = useState(false);
  if (!isNewReady || isClosed) return null;
  return (
    <aside className={styles.strip} aria-label={t('New version')}>
      <Icon name="notice" size={14} />
      <span className={styles.words}>{t('A new version of the console is ready.')}</span>
      <Button size="tiny" onClick={() => location.reload()}>
        {t('Reload')}
      </Button>
      <IconButton icon="close" label={t('Close')} isSmall onClick={() => setClosed(true)} />
    </aside>
  );
}

/** Messages about the whole console, between top bar and screen. */
export function Strips({ userId }: { readonly userId: number }) {
  useEffect(() => startOffline(userId), [userId]);
  return (
    <>
      <LastKnownStrip />
      <NewVersionStrip />
      <SmsBanner key={userId} userId={userId} />
    </>
  );
}
