import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Tabs } from '@mantine/core';
import { formatCount } from '#/language/numbers.ts';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { GroupList, type Choice } from './GroupList.tsx';
import { useAgmUpdates, useUserUpdates } from './use-list-updates.ts';
import {
  groupsQuery,
  groupUsersQuery,
  staffQuery,
  type Group,
  type People,
  groupAgmsQuery,
  removeGroup,
} from './users.data.ts';
import { useDialogChain, dialogHome } from '#/ui/dialog/use-dialog-chain.ts';
import { UserDialogs, type UserStep } from './UserDialogs.tsx';
import { Users } from './Users.tsx';
import { useCanWrite } from '#/live/online-store.ts';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { ScreenPage } from '#/ui/page/ScreenPage.tsx';
import { PropertyList, PropertyRow } from '#/ui/sheet/Panel.tsx';
import { GroupDialog } from './GroupDialog.tsx';
import { explainKeptGroup } from './users.view.ts';
import styles from './UserManagement.module.css';

const NO_GROUP = t('No Group Selected');
const STAFF: People = { kind: 'staff' };

interface UserManagementProps {
  readonly onBack: () => void;
  /** The AGMs of a company, which another feature shows. */
  readonly renderAgms: (groupId: number) => ReactNode;
}

interface ChosenProps extends Pick<UserManagementProps, 'renderAgms'> {
  readonly choice: Choice;
  readonly onLeave: () => void;
}

function Chosen({ choice, renderAgms, onLeave }: ChosenProps) {
  const { data: groups } = useQuery(groupsQuery);
  const group = choice.kind === 'group' ? groups?.find(({ id }) => id === choice.groupId) : undefined;
  const title = choice.kind === 'staff' ? t('Product staff') : group?.groupName;
  return (
    <>
      <div className={styles.chosenHead}>
        <span className={styles.leave}>
          <IconButton icon="chevronLeft" label={t('All groups')} onClick={onLeave} />
        </span>
        {title !== undefined && <h2 className={styles.title}>{title}</h2>}
      </div>
      {choice.kind === 'staff' && (
        <div className={styles.staff}>
          <Staff />
        </div>
      )}
      {choice.kind === 'group' && groups && !group && <EmptyState>{NO_GROUP}</EmptyState>}
      {group && <ChosenGroup group={group} agms={renderAgms(group.id)} onDeleted={onLeave} />}
    </>
  );
}

/** User management across all companies, for the superadmin. */
export function UserManagement({ onBack, renderAgms }: UserManagementProps) {
  const [choice, setChoice] = useState<Choice | null>(null);
  useUserUpdates();
  useAgmUpdates();
  return (
    <ScreenPage title={t('User Manager')} onBack={onBack} isPartOpen={choice !== null}>
      <div className={styles.columns} data-chosen={choice !== null || undefined}>
        <nav className={styles.groups} aria-label={t('Groups')}>
          <GroupList choice={choice} onChoose={setChoice} />
        </nav>
        <section className={styles.chosen} aria-label={t('Chosen group')}>
          {choice === null ? (
            <EmptyState>{NO_GROUP}</EmptyState>
          ) : (
            <Chosen
              key={choice.kind === 'group' ? choice.groupId : choice.kind}
              choice={choice}
              renderAgms={renderAgms}
              onLeave={() => setChoice(null)}
            />
          )}
        </section>
      </div>
    </ScreenPage>
  );
}

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

/** The superadmins, who belong to no company. */
function Staff() {
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

function ChosenGroup({ group, agms, onDeleted }: ChosenGroupProps) {
  return (
    <Tabs
      defaultValue="users"
      keepMounted={false}
      classNames={{ root: styles.root, list: styles.tabs, tab: styles.tab, panel: styles.panel }}
    >
      <Tabs.List aria-label={t('What belongs to the group')}>
        <Tabs.Tab value="users">{t('Users')}</Tabs.Tab>
        <Tabs.Tab value="agms">{t('AGMs')}</Tabs.Tab>
        <Tabs.Tab value="info">{t('Group Info')}</Tabs.Tab>
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

interface GroupInfoProps {
  readonly group: Group;
  readonly onDeleted: () => void;
}

function useHeld(groupId: number) {
  const { data: users } = useQuery(groupUsersQuery(groupId));
  const { data: agms } = useQuery(groupAgmsQuery(groupId));
  return { users: users?.length, agms: agms?.length };
}

function GroupInfo({ group, onDeleted }: GroupInfoProps) {
  const { id, groupName } = group;
  const { blockedBecause } = useCanWrite();
  const queryClient = useQueryClient();
  const held = useHeld(id);
  const kept = explainKeptGroup(held);
  const dialogs = useDialogChain<'edit' | 'delete'>();
  const frame = { isOpen: dialogs.isOpen, onClose: dialogs.close };
  const remove = async () => {
    await removeGroup(queryClient, id);
    onDeleted();
  };
  return (
    <div className={styles.info} {...dialogHome}>
      <PropertyList>
        <PropertyRow label={t('Id')}>
          <span className="tabular">{id}</span>
        </PropertyRow>
        <PropertyRow label={t('Name')}>{groupName}</PropertyRow>
        <PropertyRow label={t('Users')}>{held.users === undefined ? '–' : formatCount(held.users)}</PropertyRow>
        <PropertyRow label={t('AGMs')}>{held.agms === undefined ? '–' : formatCount(held.agms)}</PropertyRow>
      </PropertyList>
      <div className={styles.actions}>
        <Button
          icon="edit"
          disabled={blockedBecause !== undefined}
          title={blockedBecause}
          onClick={() => dialogs.open('edit')}
        >
          {t('Edit Group')}
        </Button>
        <Button
          icon="trash"
          disabled={(kept ?? blockedBecause) !== undefined}
          title={kept ?? blockedBecause}
          onClick={() => dialogs.open('delete')}
        >
          {t('Delete Group')}
        </Button>
      </div>
      {kept !== undefined && <p className={styles.kept}>{kept}</p>}
      {dialogs.step === 'edit' && <GroupDialog key={dialogs.turn} {...frame} group={group} />}
      {dialogs.step === 'delete' && (
        <ConfirmDialog
          {...frame}
          title={t('Delete {name}?', { name: groupName })}
          confirmLabel={t('Confirm')}
          isDestructive
          onConfirm={remove}
        >
          {t('The group has neither AGMs nor users. What its AGMs have reported before goes when its time has come.')}
        </ConfirmDialog>
      )}
    </div>
  );
}
