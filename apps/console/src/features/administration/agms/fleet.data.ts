import { isApiError, logFailure } from '#/api/api-error.ts';
import { callApi } from '#/api/client.ts';
import { t } from '#/language/t.ts';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { reloadDevices } from '#/features/devices/store/devices.data.ts';
import { describeExistingUid } from './agm-form.view.ts';
import { callAddDevice } from './fleet-calls.ts';
import { showCredential } from './fleet-store.ts';
import { requestCredentials } from './unseen-credentials.ts';

const SUCCESS = t('Success!');

function toFailure(error: unknown, uid: number): unknown {
  logFailure(error);
  if (!isApiError(error, 'uid-exists')) return error;
  return new Error(describeExistingUid(deviceStore.get(uid)?.groupId, error.message), { cause: error });
}

interface NewDevice {
  readonly uid: number;
  readonly group: number;
  /** 0/0 is no position: the first heartbeat sets it. */
  readonly lat?: number;
  readonly lon?: number;
  readonly imei?: string;
}

export async function addDevice({ uid, group, lat = 0, lon = 0, imei = '' }: NewDevice): Promise<void> {
  const body = { uid, group, lat, lon, ...(imei !== '' && { imei }) };
  const reply = await requestCredentials([{ uid, group }], () => callAddDevice(body)).catch((error: unknown) => {
    throw toFailure(error, uid);
  });
  showSuccess(SUCCESS);
  showCredential(uid, reply.credential);
  reloadDevices();
}

export async function removeDevice(uid: number): Promise<void> {
  await callApi('DELETE /admin/apexagm/:uid', { params: { uid } }).catch((error: unknown) => {
    throw toFailure(error, uid);
  });
  showSuccess(SUCCESS);
  reloadDevices();
}
