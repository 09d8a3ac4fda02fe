import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { GroupInfo } from './GroupInfo.tsx';
import styles from './ChosenGroup.module.css';
import { UserDialogs, type UserStep } from './UserDialogs.tsx';
import { groupUsersQuery, staffQuery, type Group, type People } from './users.data.ts';
import { Users } from './Users.tsx';

function GroupUsers({ groupId }: { readonly groupId: number }) {
  const query = useQuery(groupUsersQuery(groupId));
  const dialogs = useDialogChain<UserStep>();
  return (
    <>
      <Users query={query} dialogs={dialogs} />
      <UserDialogs people={{ kind: 'group', groupId }} dialogs={dialogs} />
    </>
  );
}

const STAFF: People = { kind: 'staff' };

/** The superadmins, who belong to no company. */
export function Staff() {
  const query = useQuery(staffQuery);
  const dialogs = useDialogChain<UserStep>();
  return (
    <>
      <Users query={query} dialogs={dialogs} />
      <UserDialogs people={STAFF} dialogs={dialogs} />
    </>
  );
}

interface ChosenGroupProps {
  readonly group: Group;
  /** The content of the AGMs tab. */
  readonly agms: ReactNode;
  readonly onDeleted: () => void;
}

export function ChosenGroup({ group, agms, onDeleted }: ChosenGroupProps) {
  return (
    <Tabs
      defaultValue="users"
      keepMounted={false}
      classNames={{ root: styles.root, list: styles.tabs, tab: styles.tab, panel: styles.panel }}
    >
      <Tabs.List aria-label="What belongs to the group">
        <Tabs.Tab value="users">Users</Tabs.Tab>
        <Tabs.Tab value="agms">AGMs</Tabs.Tab>
        <Tabs.Tab value="info">Group Info</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="users">
        <GroupUsers groupId={group.id} />
      </Tabs.Panel>
      <Tabs.Panel value="agms">{agms}</Tabs.Panel>
      <Tabs.Panel value="info">
        <GroupInfo group={group} onDeleted={onDeleted} />
      </Tabs.Panel>
    </Tabs>
  );
}
