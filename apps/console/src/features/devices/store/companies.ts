import { create } from 'zustand';

interface Companies {
  /** By id; null for users who see one company only. */
  readonly names: ReadonlyMap<number, string> | null;
}

export const useCompanies = create<Companies>()(() => ({ names: null }));

/** null: unknown, or hidden from this user. */
export const findCompany = (groupId: number): string | null => useCompanies.getState().names?.get(groupId) ?? null;

export const useCompany = (groupId: number): string | null => useCompanies(({ names }) => names?.get(groupId) ?? null);
