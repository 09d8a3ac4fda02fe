import { ADMINS } from '@waymark/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '#/features/runs/company.data.ts';

/** Whether the user may change runs; false until the user is known. */
export function useIsAdmin(): boolean {
  const { data } = useQuery(currentUserQuery);
  return data !== undefined && ADMINS.includes(data.role);
}
