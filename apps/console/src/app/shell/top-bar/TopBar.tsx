import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ADMINS } from '@waymark/contract/roles';
import { useEffect, useState, lazy } from 'react';
import { logFailure } from '#/api/api-error.ts';
import { queryPublicApi } from '#/api/query.ts';
import type { AlertBell as AlertBellPart } from '#/features/alert-inbox/AlertBell.tsx';
import type { StoredUser } from '#/features/session/session-store.ts';
import { t } from '#/language/t.ts';
import { useServerClock } from '#/live/clock-store.ts';
import { Tag } from '#/ui/state/Tag.tsx';
import { UtcClock } from '#/ui/clock/UtcClock.tsx';
import { WaymarkLogo } from '#/ui/brand/WaymarkLogo.tsx';
import { SUPERADMIN_NOTE } from '../strips/SuperadminNote.tsx';
import { loadAlertBell, loadUserMenu, loadHelpMenu } from './load-menus.ts';
import { useOnline } from '#/live/online-store.ts';
import { StatusPill } from '#/ui/state/StatusPill.tsx';
import { viewConnection } from './connection.view.ts';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { closePanel, openPanel, useShell } from '../shell-store.ts';
import styles from './TopBar.module.css';
import { chooseTheme, useThemeStore } from '#/app/theme/theme-store.ts';
import { LateMenu } from '#/ui/button/LateMenu.tsx';
import type { UserMenuProps } from './UserMenuList.tsx';
import { UserMenuTrigger } from './UserMenuTrigger.tsx';

const HelpMenuList = lazy(async () => ({ default: (await loadHelpMenu()).HelpMenuList }));

export function HelpMenu() {
  return (
    <LateMenu
      load={loadHelpMenu}
      renderTrigger={(trigger) => <IconButton icon="help" label={t('Help')} {...trigger} />}
    >
      <HelpMenuList />
    </LateMenu>
  );
}

const UserMenuList = lazy(async () => ({ default: (await loadUserMenu()).UserMenuList }));

export function UserMenu(props: UserMenuProps) {
  return (
    <LateMenu load={loadUserMenu} renderTrigger={(trigger) => <UserMenuTrigger user={props.user} {...trigger} />}>
      <UserMenuList {...props} />
    </LateMenu>
  );
}

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
            <Tag>{t('Demo')}</Tag>
          </span>
        )}
      </div>
      <ConnectionPill />
      <UtcClock offsetMs={offsetMs} />
      <div id="beside-clock" className={styles.grow} />
      {user.role === 'superadmin' && <span className={styles.note}>{SUPERADMIN_NOTE}</span>}
      <div className={styles.tools}>
        {ADMINS.includes(user.role) && <RunsButton />}
        <Alerts isViewer={user.role === 'viewer'} />
        <HelpMenu />
        <span className={styles.theme}>
          <ThemeToggle />
        </span>
      </div>
      <div className={styles.divider} />
      <UserMenu user={user} supportUrl={settings?.supportUrl} />
    </header>
  );
}

/** Delay, so that the map can load first. */
const BELL_MS = 1000;

type Bell = typeof AlertBellPart;

const loadBell = (put: (part: () => Bell) => void) =>
  loadAlertBell().then(({ AlertBell }) => put(() => AlertBell), logFailure);

/** The bell with its count, once it is loaded. A click loads it again after a failure. */
function useAlertBell() {
  const [Bell, setBell] = useState<Bell | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => void loadBell(setBell), BELL_MS);
    return () => clearTimeout(timer);
  }, []);
  return { Bell, load: () => loadBell(setBell) };
}

function Alerts({ isViewer }: { readonly isViewer: boolean }) {
  const navigate = useNavigate();
  const { Bell, load } = useAlertBell();
  const isOpen = useShell(({ panel }) => panel === 'alerts');
  const toggle = () => {
    if (isOpen) closePanel();
    else openPanel('alerts');
    if (!Bell) void load();
    void navigate({ to: '/' });
  };
  return Bell ? (
    <Bell {...{ isViewer, isOpen }} onToggle={toggle} />
  ) : (
    <IconButton icon="bell" label={t('Alerts')} aria-pressed={isOpen} onClick={toggle} />
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
      <IconButton icon="pulse" label={t('Pig Run Manager')} aria-pressed={isOpen} onClick={toggle} />
    </span>
  );
}

/** While disconnected it renders on state changes only, not on every message. */
function ConnectionPill() {
  const online = useOnline((store) => store.online);
  const heardAt = useOnline((store) => (store.online.phase === 'live' ? null : store.heardAt));
  const offsetMs = useServerClock((clock) => clock.offsetMs);
  return <StatusPill connection={viewConnection({ online, heardAt, offsetMs })} offsetMs={offsetMs} />;
}

export function ThemeToggle() {
  const { theme, toggleTheme } = useThemeChoice();
  const isDark = theme === 'dark';
  const label = isDark ? t('Use the light theme') : t('Use the dark theme');
  return <IconButton icon={isDark ? 'moon' : 'sun'} label={label} onClick={toggleTheme} />;
}

/** The present theme, the user's choice, and a function to change it. */
function useThemeChoice() {
  const { theme, choice } = useThemeStore();
  return {
    theme,
    choice,
    setChoice: chooseTheme,
    toggleTheme: () => chooseTheme(theme === 'dark' ? 'light' : 'dark'),
  };
}
