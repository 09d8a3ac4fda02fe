import type { UseQueryResult } from '@tanstack/react-query';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { StaleData, EmptyState } from '#/ui/state/DataState.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { dialogHome, type DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import type { UserStep } from './UserDialogs.tsx';
import type { Person } from './users.data.ts';
import { useState, type ReactNode } from 'react';
import { moveItemFocus } from '#/ui/button/item-focus.ts';
import { ListFoot } from '#/ui/table/ListFoot.tsx';
import { ListToolbar } from '#/ui/table/ListToolbar.tsx';
import { Tag } from '#/ui/state/Tag.tsx';
import { usePages } from '#/ui/table/use-pages.ts';
import styles from './UserList.module.css';
import { describeRole, filterUsers } from './users.view.ts';

const PAGE_SIZE = 50;

interface UserListProps {
  readonly users: readonly Person[];
  /** The button for a new user. */
  readonly action: ReactNode;
  readonly onChoose: (user: Person) => void;
}

/** Name and role of each user. */
function UserList({ users, action, onChoose }: UserListProps) {
  const [sought, setSought] = useState('');
  const found = filterUsers(users, sought);
  const { rows, pager } = usePages(found, PAGE_SIZE);
  return (
    <>
      <ListToolbar
        searchLabel={t('Find a user')}
        onSearch={setSought}
        count={t('{count} user|{count} users', { count: users.length })}
      >
        {action}
      </ListToolbar>
      {found.length === 0 && <EmptyState>{users.length === 0 ? t('No users') : t('No results')}</EmptyState>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows move among its buttons */}
      <ul className={styles.list} aria-label={t('Users')} onKeyDown={moveItemFocus}>
        {rows.map((user, index) => (
          <li key={user.id}>
            <button type="button" className={styles.row} tabIndex={index === 0 ? 0 : -1} onClick={() => onChoose(user)}>
              <span className={styles.name}>
                {user.name}
                <span className={styles.email}>{user.email}</span>
              </span>
              <Tag>{describeRole(user)}</Tag>
            </button>
          </li>
        ))}
      </ul>
      <ListFoot pager={pager} />
    </>
  );
}

interface UsersProps {
  readonly query: UseQueryResult<readonly Person[]>;
  readonly dialogs: DialogChain<UserStep>;
}

/** The users of a company, or the staff, with their dialogs. */
export function Users({ query, dialogs }: UsersProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  const add = (
    <Button icon="plus" disabled={!canWrite} title={blockedBecause} onClick={() => dialogs.open({ kind: 'new' })}>
      {t('New User')}
    </Button>
  );
  return (
    <div {...dialogHome}>
      <ReloadFailure query={query} what={t('Users')} />
      <LoadedData query={query} what={t('Users')} widths={[180, 150, 210]}>
        {(users) => (
          <StaleData isStale={query.isFetching}>
            <UserList users={users} action={add} onChoose={(person) => dialogs.open({ kind: 'info', person })} />
          </StaleData>
        )}
      </LoadedData>
    </div>
  );
}
