import { useQuery } from '@tanstack/react-query';
import { companiesQuery, currentUserQuery } from '#/features/runs/company.data.ts';

/** For a superadmin, who sees the runs of every company; null: there is only one. */
export function useCompanyNames(): ((groupId: number) => string) | null {
  const { data: user } = useQuery(currentUserQuery);
  const isStaff = user?.role === 'superadmin';
  const { data: companies } = useQuery({ ...companiesQuery, enabled: isStaff });
  if (!isStaff) return null;
  return (groupId) => companies?.find(({ id }) => id === groupId)?.groupName ?? `company ${groupId}`;
}
