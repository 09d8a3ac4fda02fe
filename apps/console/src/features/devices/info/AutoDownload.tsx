import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ADMINS, type Role } from '@waymark/contract/roles';
import { useId } from 'react';
import { callApi } from '#/api/client.ts';
import { useCanWrite } from '#/live/use-can-write.ts';
import { showSuccess } from '#/ui/toast/toasts.ts';
import type { Device } from '../store/device.ts';
import { deviceStore } from '../store/device-store.ts';
import styles from './DeviceInfo.module.css';

interface AutoDownloadProps {
  readonly device: Pick<Device, 'uid' | 'isAutoDownload'>;
  readonly role: Role;
}

/** Shows the new state during the request, and the old one again if it fails. */
export function AutoDownload({ device: { uid, isAutoDownload }, role }: AutoDownloadProps) {
  const id = useId();
  const { blockedBecause } = useCanWrite();
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (isOn: boolean) => callApi('POST /apexagm/:uid/autodownload', { params: { uid }, body: isOn }),
    onSuccess: (_, isOn) => {
      deviceStore.apply([{ name: 'ReceiveDownloadMode', data: { uid, isAutoDownload: isOn } }]);
      showSuccess('Success!');
    },
  });
  const refusal = ADMINS.includes(role) ? blockedBecause : 'Only administrators can switch it.';
  return (
    <div className={styles.switch} title={refusal} data-disabled={refusal !== undefined || undefined}>
      <label htmlFor={id}>Auto-download</label>
      <Switch
        id={id}
        checked={isPending ? variables : isAutoDownload}
        disabled={refusal !== undefined}
        onChange={({ currentTarget }) => !isPending && mutate(currentTarget.checked)}
      />
    </div>
  );
}
