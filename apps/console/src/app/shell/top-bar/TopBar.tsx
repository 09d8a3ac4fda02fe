import { useQuery } from '@tanstack/react-query';
import { queryPublicApi } from '#/api/query.ts';
import type { StoredUser } from '#/features/session/stored-user.ts';
import { useServerClock } from '#/live/clock-store.ts';
import { Tag } from '#/ui/state/Tag.tsx';
import { UtcClock } from '#/ui/clock/UtcClock.tsx';
import { WaymarkLogo } from '#/ui/brand/WaymarkLogo.tsx';
import { ConnectionPill } from './ConnectionPill.tsx';
import { HelpMenu } from './HelpMenu.tsx';
import { SUPERADMIN_NOTE } from '../strips/SuperadminNote.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';
import styles from './TopBar.module.css';
import { UserMenu } from './UserMenu.tsx';

const settingsQuery = queryPublicApi('GET /console/settings');

export function TopBar({ user }: { readonly user: StoredUser }) {
  const { data: settings } = useQuery(settingsQuery);
  const offsetMs = useServerClock((clock) => clock.offsetMs);
  return (
    <header className={styles.bar}>
      <div className={styles.brand}>
        <span className={styles.brandFull}>
          <WaymarkLogo />
        </span>
        <span className={styles.brandMark}>
          <WaymarkLogo withName={false} />
        </span>
        {settings?.demo && (
          <span className={styles.demo}>
            <Tag>Demo</Tag>
          </span>
        )}
      </div>
      <ConnectionPill />
      <UtcClock offsetMs={offsetMs} />
      <div id="beside-clock" className={styles.grow} />
      {user.role === 'superadmin' && <span className={styles.note}>{SUPERADMIN_NOTE}</span>}
      <div className={styles.tools}>
        <HelpMenu />
        <ThemeToggle />
      </div>
      <div className={styles.divider} />
      <UserMenu user={user} supportUrl={settings?.supportUrl} />
    </header>
  );
}
