import type { UseQueryResult } from '@tanstack/react-query';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { StaleData } from '#/ui/state/DataState.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { dialogHome, type DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import type { UserStep } from './UserDialogs.tsx';
import { UserList } from './UserList.tsx';
import type { Person } from './users.data.ts';

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
