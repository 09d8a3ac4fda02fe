import { useNavigate } from '@tanstack/react-router';
import { GroupAgms } from '#/features/administration/agms/GroupAgms.tsx';
import { UserManagement } from '#/features/administration/users/UserManagement.tsx';

/** The user management, including the devices of each company. */
export function UsersPage() {
  const navigate = useNavigate();
  return (
    <UserManagement
      onBack={() => void navigate({ to: '/' })}
      renderAgms={(groupId) => <GroupAgms key={groupId} groupId={groupId} />}
    />
  );
}
