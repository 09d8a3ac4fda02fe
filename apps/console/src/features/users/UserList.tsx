import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState, StaleData } from '../../ui/DataState.tsx';
import { LoadedData } from '../../ui/LoadedData.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Tag } from '../../ui/Tag.tsx';
import type { ListedUser } from './users.data.ts';
import { filterUsers } from './users.view.ts';
import styles from './UserList.module.css';

function FoundUsers({ users }: { readonly users: readonly ListedUser[] }) {
  const [sought, setSought] = useState('');
  if (users.length === 0) return <EmptyState>No users</EmptyState>;
  const found = filterUsers(users, sought);
  return (
    <>
      <div className={styles.search}>
        <SearchField label="Find a user" onSearch={setSought} />
      </div>
      {found.length === 0 && <EmptyState>No results</EmptyState>}
      <ul className={styles.list} aria-label="Users">
        {found.map(({ id, name, email, role }) => (
          <li key={id} className={styles.row}>
            <span className={styles.name}>
              {name}
              <span className={styles.email}>{email}</span>
            </span>
            <Tag>{role}</Tag>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Name and role of each user. */
export function UserList({ query }: { readonly query: UseQueryResult<ListedUser[]> }) {
  return (
    <LoadedData query={query} what="Users" widths={[180, 150, 210]}>
      {(users) => (
        <StaleData isStale={query.isFetching}>
          <FoundUsers users={users} />
        </StaleData>
      )}
    </LoadedData>
  );
}
