import { useQuery } from '@tanstack/react-query';
import { t } from '#/language/t.ts';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { UserDialogs, type UserStep } from './UserDialogs.tsx';
import { useUserUpdates } from './use-list-updates.ts';
import { companyUsersQuery, type People } from './users.data.ts';
import { Users } from './Users.tsx';

const OWN: People = { kind: 'own' };

/** The users of the admin's own company. */
export function LocalUsersDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const query = useQuery({ ...companyUsersQuery, enabled: isOpen });
  const dialogs = useDialogChain<UserStep>();
  useUserUpdates();
  return (
    <>
      <InfoDialog isOpen={isOpen} title={t('User Manager')} onClose={onClose} isFlush isCovered={dialogs.isOpen}>
        <Users query={query} dialogs={dialogs} />
      </InfoDialog>
      <UserDialogs people={OWN} dialogs={dialogs} />
    </>
  );
}
