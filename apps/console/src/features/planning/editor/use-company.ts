import { useQuery } from '@tanstack/react-query';
import { useSteadyDevices } from '#/features/devices/table/use-steady-devices.ts';
import { findCompany } from './agms/agm-list.ts';
import { useEditor } from './editor-store.ts';
import { currentUserQuery } from '#/features/runs/company.data.ts';

const NO_AGMS: readonly number[] = [];

/** The company of the path, from its AGMs; null: a superadmin has not chosen one yet. */
export function useCompany(): number | null {
  const agms = useEditor(({ draft }) => draft?.agms ?? NO_AGMS);
  const devices = useSteadyDevices();
  const { data: user } = useQuery(currentUserQuery);
  const company = findCompany(agms, devices);
  if (company !== null || user?.role === 'superadmin') return company;
  return devices[0]?.groupId ?? null;
}
