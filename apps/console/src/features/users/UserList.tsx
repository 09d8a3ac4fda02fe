import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState, ErrorState, SkeletonLines, StaleData } from '../../ui/DataState.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { toShownError } from '../../ui/shown-error.ts';
import { Tag } from '../../ui/Tag.tsx';
import type { ListedUser } from './users.data.ts';
import { filterUsers } from './users.view.ts';
import styles from './UserList.module.css';

/** Name and role of each user. */
export function UserList({ query }: { readonly query: UseQueryResult<ListedUser[]> }) {
  const [sought, setSought] = useState('');
  const { data, error, isFetching, refetch } = query;
  if (error && !data) {
    return (
      <div className={styles.state}>
        <ErrorState
          title="Users did not load"
          why={error.message}
          logId={toShownError(error).logId}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </div>
    );
  }
  if (!data) {
    return (
      <div className={styles.state}>
        <SkeletonLines label="Loading users" widths={[180, 150, 210]} />
      </div>
    );
  }
  if (data.length === 0) return <EmptyState>No users</EmptyState>;
  const found = filterUsers(data, sought);
  return (
    <StaleData isStale={isFetching}>
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
    </StaleData>
  );
}
