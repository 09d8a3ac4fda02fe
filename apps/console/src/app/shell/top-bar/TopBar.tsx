import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ADMINS } from '@waymark/contract/roles';
import { queryPublicApi } from '#/api/query.ts';
import type { StoredUser } from '#/features/session/stored-user.ts';
import { useServerClock } from '#/live/clock-store.ts';
import { Tag } from '#/ui/state/Tag.tsx';
import { UtcClock } from '#/ui/clock/UtcClock.tsx';
import { WaymarkLogo } from '#/ui/brand/WaymarkLogo.tsx';
import { HelpMenu } from './HelpMenu.tsx';
import { SUPERADMIN_NOTE } from '../strips/SuperadminNote.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';
import { UserMenu } from './UserMenu.tsx';
import { useOnline } from '#/live/online-store.ts';
import { StatusPill } from '#/ui/state/StatusPill.tsx';
import { viewConnection } from './connection.view.ts';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { closePanel, openPanel, useShell } from '../shell-store.ts';
import styles from './TopBar.module.css';

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
        {ADMINS.includes(user.role) && <RunsButton />}
        <HelpMenu />
        <ThemeToggle />
      </div>
      <div className={styles.divider} />
      <UserMenu user={user} supportUrl={settings?.supportUrl} />
    </header>
  );
}

/** The manager of pig runs stands in the user menu too. */
function RunsButton() {
  const navigate = useNavigate();
  const isOpen = useShell(({ panel }) => panel === 'pigRunManager');
  const toggle = () => {
    if (isOpen) closePanel();
    else openPanel('pigRunManager');
    void navigate({ to: '/' });
  };
  return (
    <span className={styles.runs}>
      <IconButton icon="pulse" label="Pig Run Manager" aria-pressed={isOpen} onClick={toggle} />
    </span>
  );
}

/** While disconnected it renders on state changes only, not on every message. */
function ConnectionPill() {
  const online = useOnline((store) => store.online);
  const heardAt = useOnline((store) => (store.online.phase === 'live' ? null : store.heardAt));
  const offsetMs = useServerClock((clock) => clock.offsetMs);
  return <StatusPill connection={viewConnection({ online, heardAt, offsetMs })} />;
}
