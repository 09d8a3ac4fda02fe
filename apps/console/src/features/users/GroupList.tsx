import { useQuery } from '@tanstack/react-query';
import { LoadedData } from '../../ui/LoadedData.tsx';
import { groupsQuery } from './users.data.ts';
import styles from './UsersPage.module.css';

interface GroupListProps {
  readonly chosenId: number | null;
  readonly onChoose: (groupId: number) => void;
}

export function GroupList({ chosenId, onChoose }: GroupListProps) {
  const query = useQuery(groupsQuery);
  return (
    <LoadedData query={query} what="Groups" widths={[150, 120, 170]}>
      {(groups) =>
        groups.map(({ id, groupName }) => (
          <button
            key={id}
            type="button"
            className={styles.group}
            aria-current={id === chosenId}
            onClick={() => onChoose(id)}
          >
            {groupName}
          </button>
        ))
      }
    </LoadedData>
  );
}
