import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { create } from 'zustand';
import { groupsQuery } from './fleet/fleet.data.ts';

interface Companies {
  /** By id; null for users who see one company only. */
  readonly names: ReadonlyMap<number, string> | null;
}

export const useCompanies = create<Companies>()(() => ({ names: null }));

/** Loads the names of companies for a user who sees the devices of all. */
export function useCompanyLoading(seesAll: boolean): void {
  const { data } = useQuery({ ...groupsQuery, enabled: seesAll });
  useEffect(() => {
    if (!seesAll) return undefined;
    useCompanies.setState({ names: new Map(data?.map(({ id, groupName }) => [id, groupName])) });
    return () => useCompanies.setState({ names: null });
  }, [seesAll, data]);
}

/** null: unknown, or not told to this user. */
export const findCompany = (groupId: number): string | null => useCompanies.getState().names?.get(groupId) ?? null;

export const useCompany = (groupId: number): string | null => useCompanies(({ names }) => names?.get(groupId) ?? null);
