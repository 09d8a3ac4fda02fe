import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { Icon } from '#/ui/button/Icon.tsx';
import { moveItemFocus } from '#/ui/button/item-focus.ts';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { SearchField } from '#/ui/field/SearchField.tsx';
import { dialogHome, useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { GroupDialog } from './GroupDialog.tsx';
import styles from './GroupList.module.css';
import { groupsQuery, type Group } from './users.data.ts';
import { filterGroups } from './users.view.ts';

export type Choice = { readonly kind: 'group'; readonly groupId: number } | { readonly kind: 'staff' };

interface GroupListProps {
  readonly choice: Choice | null;
  readonly onChoose: (choice: Choice) => void;
}

function FoundGroups({ groups, choice, onChoose }: GroupListProps & { readonly groups: readonly Group[] }) {
  const chosenId = choice?.kind === 'group' ? choice.groupId : null;
  const tabStop = groups.some(({ id }) => id === chosenId) ? chosenId : groups[0]?.id;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows move among its buttons
    <ul className={styles.list} aria-label={t('Groups')} onKeyDown={moveItemFocus}>
      {groups.map(({ id, groupName }) => (
        <li key={id}>
          <button
            type="button"
            className={styles.group}
            aria-current={id === chosenId}
            tabIndex={id === tabStop ? 0 : -1}
            onClick={() => onChoose({ kind: 'group', groupId: id })}
          >
            <span className={styles.name}>{groupName}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** All companies, and the staff, who belong to none. */
export function GroupList({ choice, onChoose }: GroupListProps) {
  const query = useQuery(groupsQuery);
  const { canWrite, blockedBecause } = useCanWrite();
  const [sought, setSought] = useState('');
  const dialogs = useDialogChain<'new'>();
  return (
    <>
      <div className={styles.head} {...dialogHome}>
        <SearchField label={t('Find a group')} onSearch={setSought} />
        <Button icon="plus" disabled={!canWrite} title={blockedBecause} onClick={() => dialogs.open('new')}>
          {t('New Group')}
        </Button>
      </div>
      <button
        type="button"
        className={`${styles.group} ${styles.staff}`}
        aria-current={choice?.kind === 'staff'}
        onClick={() => onChoose({ kind: 'staff' })}
      >
        <Icon name="users" size={15} />
        {t('Product staff')}
      </button>
      <div className={styles.scroll}>
        <ReloadFailure query={query} what={t('Groups')} />
        <LoadedData query={query} what={t('Groups')} widths={[150, 120, 170]}>
          {(groups) => {
            const found = filterGroups(groups, sought);
            if (found.length === 0)
              return <EmptyState>{groups.length === 0 ? t('No groups') : t('No results')}</EmptyState>;
            return <FoundGroups groups={found} choice={choice} onChoose={onChoose} />;
          }}
        </LoadedData>
      </div>
      {dialogs.step && (
        <GroupDialog
          key={dialogs.turn}
          isOpen={dialogs.isOpen}
          group={null}
          onSaved={(groupId) => onChoose({ kind: 'group', groupId })}
          onClose={dialogs.close}
        />
      )}
    </>
  );
}
