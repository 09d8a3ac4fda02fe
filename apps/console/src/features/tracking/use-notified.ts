import { useQuery } from '@tanstack/react-query';
import { ADMINS } from '@waymark/contract/roles';
import { useEffect } from 'react';
import { reloadDevices } from '#/features/devices/store/devices.data.ts';
import { currentUserQuery } from '#/features/runs/company.data.ts';
import { followNotified } from './notified-runs.ts';

/** Keeps the list of runs that notify the signed-in user up to date. */
export function useNotified(): void {
  const { data: user } = useQuery(currentUserQuery);
  const id = user?.id;
  const isViewer = user !== undefined && !ADMINS.includes(user.role);
  useEffect(() => (id === undefined ? undefined : followNotified({ id, isViewer }, reloadDevices)), [id, isViewer]);
}
