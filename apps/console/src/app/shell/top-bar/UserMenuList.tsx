import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { signOut } from '#/features/session/session.ts';
import type { StoredUser } from '#/features/session/stored-user.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import { listMenuScreens } from '../../screens.ts';
import { openDialog, openLog, openMessages, openPanel, type ShellPanel } from '../shell-store.ts';
import { listMenuEntries, type MenuAct, type MenuEntry } from './user-menu.view.ts';
import { useLateOpen } from '#/ui/button/LateMenu.tsx';
import { UserMenuTrigger } from './UserMenuTrigger.tsx';

export interface UserMenuProps {
  readonly user: StoredUser;
  readonly supportUrl: string | undefined;
}

function useMenuAct(): (act: MenuAct) => void {
  const navigate = useNavigate();
  const showPanel = (panel: ShellPanel) => {
    openPanel(panel);
    void navigate({ to: '/' });
  };
  return (act) => {
    switch (act) {
      case 'pigRunManager':
      case 'reportManager':
      case 'broadcastCommands':
        showPanel(act);
        break;
      case 'messages':
        openMessages();
        break;
      case 'auditLog':
        openLog('audit');
        break;
      case 'errorLog':
        openLog('errors');
        break;
      case 'rejectedMessages':
        openLog('rejections');
        break;
      case 'systemHealth':
        openLog('health');
        break;
      case 'apiKeys':
      case 'wallboards':
      case 'controlProfiles':
      case 'reportMails':
      case 'calendar':
      case 'letterhead':
      case 'localUsers':
      case 'notifications':
      case 'units':
      case 'times':
      case 'language':
      case 'changePassword':
      case 'secondFactor':
      case 'secondFactorRule':
      case 'sessions':
      case 'addDevice':
      case 'removeDevice':
        openDialog(act);
        break;
      case 'logout':
        signOut();
        break;
      case 'technicalSupport':
        break;
    }
  };
}

function MenuRow({
  entry,
  supportUrl,
  onAct,
}: {
  readonly entry: MenuEntry;
  readonly supportUrl: string | undefined;
  readonly onAct: () => void;
}) {
  const icon = <Icon name={entry.icon} />;
  if (entry.act !== 'technicalSupport') {
    return (
      <Menu.Item leftSection={icon} onClick={onAct}>
        {entry.label}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item
      component="a"
      href={supportUrl}
      target="_blank"
      rel="noreferrer"
      leftSection={icon}
      disabled={supportUrl === undefined}
    >
      {entry.label}
    </Menu.Item>
  );
}

/** The user menu, initially open. */
export function UserMenuList({ user, supportUrl }: UserMenuProps) {
  const act = useMenuAct();
  const navigate = useNavigate();
  return (
    <Menu position="bottom-end" width={240} {...useLateOpen()}>
      <Menu.Target>
        <UserMenuTrigger user={user} autoFocus />
      </Menu.Target>
      <Menu.Dropdown>
        {listMenuScreens(user.role).map(({ path, menuItem }) => (
          <Menu.Item key={path} leftSection={<Icon name={menuItem.icon} />} onClick={() => void navigate({ to: path })}>
            {menuItem.label}
          </Menu.Item>
        ))}
        {listMenuEntries(user.role).map((entry, index) => [
          index > 0 && entry.startsGroup && <Menu.Divider key={`${entry.act} line`} />,
          <MenuRow key={entry.act} entry={entry} supportUrl={supportUrl} onAct={() => act(entry.act)} />,
        ])}
      </Menu.Dropdown>
    </Menu>
  );
}
