import { useQuery } from '@tanstack/react-query';
import { InfoDialog } from '../../ui/InfoDialog.tsx';
import { UserList } from './UserList.tsx';
import { companyUsersQuery } from './users.data.ts';

/** The users of the admin's own company. */
export function LocalUsersDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const query = useQuery({ ...companyUsersQuery, enabled: isOpen });
  return (
    <InfoDialog isOpen={isOpen} title="User Manager" onClose={onClose} isFlush>
      <UserList query={query} />
    </InfoDialog>
  );
}
