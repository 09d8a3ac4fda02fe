import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/DataState.tsx';
import { GroupList } from './GroupList.tsx';
import { UserList } from './UserList.tsx';
import { groupsQuery, groupUsersQuery } from './users.data.ts';
import styles from './UsersPage.module.css';

function ChosenGroup({ groupId }: { readonly groupId: number }) {
  const { data: groups } = useQuery(groupsQuery);
  const users = useQuery(groupUsersQuery(groupId));
  return (
    <>
      <h2 className={styles.chosenTitle}>{groups?.find(({ id }) => id === groupId)?.groupName}</h2>
      <UserList query={users} />
    </>
  );
}

/** User management across all companies, for the superadmin. */
export function UsersPage() {
  const [groupId, setGroupId] = useState<number | null>(null);
  const navigate = useNavigate();
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>User Manager</h1>
        <Button icon="chevronLeft" onClick={() => void navigate({ to: '/' })}>
          Back to Map
        </Button>
      </header>
      <div className={styles.columns}>
        <nav className={styles.groups} aria-label="Groups">
          <GroupList chosenId={groupId} onChoose={setGroupId} />
        </nav>
        <section className={styles.chosen} aria-label="Chosen group">
          {groupId === null ? <EmptyState>No Group Selected</EmptyState> : <ChosenGroup key={groupId} groupId={groupId} />}
        </section>
      </div>
    </main>
  );
}
