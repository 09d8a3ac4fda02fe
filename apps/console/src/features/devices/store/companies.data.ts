import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryApi } from '#/api/query.ts';
import { useCompanies } from './companies.ts';

export const groupsQuery = { ...queryApi('GET /admin/group'), meta: { isShownInPlace: true } };

/** Loads the company names for a user who sees devices of all companies. */
export function useCompanyLoading(seesAll: boolean): void {
  const { data } = useQuery({ ...groupsQuery, enabled: seesAll });
  useEffect(() => {
    if (!seesAll) return undefined;
    useCompanies.setState({ names: new Map(data?.map(({ id, groupName }) => [id, groupName])) });
    return () => useCompanies.setState({ names: null });
  }, [seesAll, data]);
}
