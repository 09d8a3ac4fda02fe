import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { signOut } from '../../features/session/session.ts';
import type { StoredUser } from '../../features/session/stored-user.ts';
import { Icon } from '../../ui/Icon.tsx';
import { openDialog, openPanel, type ShellPanel } from './shell-store.ts';
import { chooseUserManager, initialsOf, listMenuEntries, type MenuAct, type MenuEntry } from './user-menu.view.ts';
import styles from './UserMenu.module.css';

interface UserMenuProps {
  readonly user: StoredUser;
  readonly supportUrl: string | undefined;
}

function useMenuAct({ role }: StoredUser): (act: MenuAct) => void {
  const navigate = useNavigate();
  const showPanel = (panel: ShellPanel) => {
    openPanel(panel);
    void navigate({ to: '/' });
  };
  return (act) => {
    switch (act) {
      case 'userManager':
        if (chooseUserManager(role) === 'screen') void navigate({ to: '/users' });
        else openDialog('localUsers');
        break;
      case 'pigRunManager':
      case 'reportManager':
      case 'broadcastCommands':
        showPanel(act);
        break;
      case 'notifications':
      case 'changePassword':
      case 'addDevice':
      case 'removeDevice':
        openDialog(act);
        break;
      case 'logout':
        void signOut();
        break;
      case 'technicalSupport':
        break;
    }
  };
}

function MenuRow({ entry, supportUrl, onAct }: { readonly entry: MenuEntry; readonly supportUrl: string | undefined; readonly onAct: () => void }) {
  const icon = <Icon name={entry.icon} />;
  if (entry.act !== 'technicalSupport') {
    return (
      <Menu.Item leftSection={icon} onClick={onAct}>
        {entry.label}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item component="a" href={supportUrl} target="_blank" rel="noreferrer" leftSection={icon} disabled={supportUrl === undefined}>
      {entry.label}
    </Menu.Item>
  );
}

export function UserMenu({ user, supportUrl }: UserMenuProps) {
  const act = useMenuAct(user);
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <button type="button" className={styles.trigger}>
          <span className="visually-hidden">User menu</span>
          <span className={styles.initials} aria-hidden>{initialsOf(user.name)}</span>
          <span className={styles.name}>{user.name}</span>
          <span className={styles.role}>{user.role}</span>
          <Icon name="chevronDown" size={14} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {listMenuEntries(user.role).map((entry) => [
          entry.startsGroup && <Menu.Divider key={`${entry.act} line`} />,
          <MenuRow key={entry.act} entry={entry} supportUrl={supportUrl} onAct={() => act(entry.act)} />,
        ])}
      </Menu.Dropdown>
    </Menu>
  );
}
