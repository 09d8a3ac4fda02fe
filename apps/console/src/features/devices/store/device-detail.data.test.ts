import { QueryClient } from '@tanstack/react-query';
import { exampleDetail } from '@waymark/contract/devices/device';
import { devicesEvents } from '@waymark/contract/events/devices';
import { expect, it } from 'vitest';
import { deviceDetailQuery, takeDetailEvents } from './device-detail.data.ts';

const { queryKey } = deviceDetailQuery(100_234);

function openPanel() {
  const queryClient = new QueryClient();
  queryClient.setQueryData(queryKey, exampleDetail);
  return queryClient;
}

it('[V-024] [D-057] carrier information updates the open panel', () => {
  const queryClient = openPanel();
  const data = {
    ...devicesEvents.ReceiveCellularCarrierInfo.example,
    activeCarrier: 'Verizon',
    registrationStatus: 'Registered, home',
  };
  takeDetailEvents(queryClient, [{ name: 'ReceiveCellularCarrierInfo', data }]);
  expect(queryClient.getQueryData(queryKey)).toEqual({
    ...exampleDetail,
    activeCarrier: 'Verizon',
    registrationStatus: 'Registered, home',
  });
});

it('[V-025] [D-058] disk use updates the open panel', () => {
  const queryClient = openPanel();
  const data = { uid: 100_234, diskUseMBytes: 1, diskSizeMBytes: 2, numberOfflineFiles: 3, numberOnlineFiles: 4 };
  takeDetailEvents(queryClient, [{ name: 'ReceiveDiskUse', data }]);
  expect(queryClient.getQueryData(queryKey)).toMatchObject({
    diskUseMBytes: 1,
    diskSizeMBytes: 2,
    numberOfflineFiles: 3,
    numberOnlineFiles: 4,
  });
});

it('[D-013] [W-136] the file counts of a heartbeat update the open panel', () => {
  const queryClient = openPanel();
  const data = { ...devicesEvents.ReceiveHeartbeat.example, numberOfflineFiles: 777, numberOnlineFiles: 600 };
  takeDetailEvents(queryClient, [{ name: 'ReceiveHeartbeat', data }]);
  expect(queryClient.getQueryData(queryKey)).toEqual({
    ...exampleDetail,
    numberOfflineFiles: 777,
    numberOnlineFiles: 600,
  });
});

it('[W-155] the open panel shows the newer of megabytes and the share in a satellite heartbeat', () => {
  const queryClient = openPanel();
  const heartbeat = { ...devicesEvents.ReceiveHeartbeat.example, diskShare: 0.085 };
  takeDetailEvents(queryClient, [{ name: 'ReceiveHeartbeat', data: heartbeat }]);
  expect(queryClient.getQueryData(queryKey)).toMatchObject({ diskShare: 0.085, diskUseMBytes: null });
  takeDetailEvents(queryClient, [{ name: 'ReceiveDiskUse', data: devicesEvents.ReceiveDiskUse.example }]);
  const { diskUseMBytes } = devicesEvents.ReceiveDiskUse.example;
  expect(queryClient.getQueryData(queryKey)).toMatchObject({ diskShare: null, diskUseMBytes });
});

it('events of a device without a loaded panel are ignored', () => {
  const queryClient = new QueryClient();
  takeDetailEvents(queryClient, [{ name: 'ReceiveDiskUse', data: devicesEvents.ReceiveDiskUse.example }]);
  expect(queryClient.getQueryData(queryKey)).toBeUndefined();
});
