import { useQuery } from '@tanstack/react-query';
import { ErrorState, SkeletonLines } from '../../ui/DataState.tsx';
import { toShownError } from '../../ui/shown-error.ts';
import { groupsQuery } from './users.data.ts';
import styles from './UsersPage.module.css';

interface GroupListProps {
  readonly chosenId: number | null;
  readonly onChoose: (groupId: number) => void;
}

export function GroupList({ chosenId, onChoose }: GroupListProps) {
  const { data, error, isFetching, refetch } = useQuery(groupsQuery);
  if (error && !data) {
    return (
      <div className={styles.state}>
        <ErrorState
          title="Groups did not load"
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
        <SkeletonLines label="Loading groups" widths={[150, 120, 170]} />
      </div>
    );
  }
  return data.map(({ id, groupName }) => (
    <button
      key={id}
      type="button"
      className={styles.group}
      aria-current={id === chosenId}
      onClick={() => onChoose(id)}
    >
      {groupName}
    </button>
  ));
}
