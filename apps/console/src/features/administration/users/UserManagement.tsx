import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Button } from '#/ui/button/Button.tsx';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { ChosenGroup, Staff } from './ChosenGroup.tsx';
import { GroupList, type Choice } from './GroupList.tsx';
import { useAgmUpdates, useUserUpdates } from './use-list-updates.ts';
import styles from './UserManagement.module.css';
import { groupsQuery } from './users.data.ts';

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
  const title = choice.kind === 'staff' ? 'Product staff' : group?.groupName;
  return (
    <>
      <div className={styles.chosenHead}>
        <span className={styles.leave}>
          <IconButton icon="chevronLeft" label="All groups" onClick={onLeave} />
        </span>
        <h2 className={styles.title}>{title}</h2>
      </div>
      {choice.kind === 'staff' && (
        <div className={styles.staff}>
          <Staff />
        </div>
      )}
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
    <main className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>User Manager</h1>
        <Button icon="chevronLeft" onClick={onBack}>
          Back to Map
        </Button>
      </header>
      <div className={styles.columns} data-chosen={choice !== null || undefined}>
        <nav className={styles.groups} aria-label="Groups">
          <GroupList choice={choice} onChoose={setChoice} />
        </nav>
        <section className={styles.chosen} aria-label="Chosen group">
          {choice === null ? (
            <EmptyState>No Group Selected</EmptyState>
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
    </main>
  );
}
