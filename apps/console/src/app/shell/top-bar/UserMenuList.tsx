import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { signOut } from '#/features/session/session.ts';
import type { StoredUser } from '#/features/session/session-store.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import { openDialog, openLog, openMessages, openPanel, type ShellPanel } from '../shell-store.ts';
import { listMenuColumns, type MenuAct, type MenuEntry, type MenuSection } from './user-menu.view.ts';
import { useLateOpen } from '#/ui/button/LateMenu.tsx';
import { UserMenuTrigger } from './UserMenuTrigger.tsx';
import styles from './UserMenuList.module.css';

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

interface MenuRowProps {
  readonly entry: MenuEntry;
  readonly supportUrl: string | undefined;
  readonly onAct: (act: MenuAct) => void;
}

function MenuRow({ entry, supportUrl, onAct }: MenuRowProps) {
  const navigate = useNavigate();
  const icon = <Icon name={entry.icon} />;
  if ('path' in entry)
    return (
      <Menu.Item leftSection={icon} onClick={() => void navigate({ to: entry.path })}>
        {entry.label}
      </Menu.Item>
    );
  if (entry.act !== 'technicalSupport')
    return (
      <Menu.Item leftSection={icon} onClick={() => onAct(entry.act)}>
        {entry.label}
      </Menu.Item>
    );
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

interface SectionProps extends Omit<MenuRowProps, 'entry'> {
  readonly section: MenuSection;
  readonly isFirst: boolean;
}

function Section({ section: { title, entries }, isFirst, ...row }: SectionProps) {
  return (
    <div role="group" aria-label={title ?? undefined}>
      {title === null ? !isFirst && <Menu.Divider /> : <Menu.Label aria-hidden="true">{title}</Menu.Label>}
      {entries.map((entry) => (
        <MenuRow key={entry.label} entry={entry} {...row} />
      ))}
    </div>
  );
}

/** The user menu, initially open. */
export function UserMenuList({ user, supportUrl }: UserMenuProps) {
  const act = useMenuAct();
  return (
    <Menu position="bottom-end" width="max-content" {...useLateOpen()}>
      <Menu.Target>
        <UserMenuTrigger user={user} autoFocus />
      </Menu.Target>
      <Menu.Dropdown className={styles.columns}>
        {listMenuColumns(user.role).map((sections) => (
          <div key={sections[0]?.group} className={styles.column}>
            {sections.map((section, index) => (
              <Section
                key={section.group}
                section={section}
                isFirst={index === 0}
                supportUrl={supportUrl}
                onAct={act}
              />
            ))}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
