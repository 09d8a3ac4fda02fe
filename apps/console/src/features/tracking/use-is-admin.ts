import { ADMINS } from '@waymark/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '#/features/runs/company.data.ts';

/** Whether one may change runs; until it is known who it is, nobody may. */
export function useIsAdmin(): boolean {
  const { data } = useQuery(currentUserQuery);
  return data !== undefined && ADMINS.includes(data.role);
}
