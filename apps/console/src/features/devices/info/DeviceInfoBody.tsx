import { t } from '#/language/t.ts';
import { TextOrTime } from '#/ui/clock/Time.tsx';
import { ADMINS, type Role } from '@waymark/contract/roles';
import { useId, type ReactNode } from 'react';
import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { UNKNOWN, nameDetector } from '@waymark/domain/device/modes';
import { EmptyState, ErrorState, SkeletonLines } from '#/ui/state/DataState.tsx';
import { PropertyList, PropertyRow, Section } from '#/ui/sheet/Panel.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { Age, describeAge } from '../age.ts';
import { useCompany } from '../store/companies.ts';
import type { Device } from '../store/device.ts';
import { reloadDevices, useDeviceLoad } from '../store/devices.data.ts';
import { useSelection } from '../store/selection.ts';
import { SiteSection } from '../site/SiteSection.tsx';
import { useAreDevicesLoaded, useSelectedDevice } from '../store/use-devices.ts';
import { CarrierAndDisk } from './CarrierAndDisk.tsx';
import { describeHeartbeat, listModeRows, describeEnabled, listDetectors, type Detector } from './device-info.view.ts';
import { LastPassage } from './LastPassage.tsx';
import { callApi } from '#/api/client.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { deviceStore } from '../store/device-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { openDeviceWindow } from '../windows/device-windows.ts';
import { PowerMode } from '../PowerMode.tsx';
import { useServerNow } from '#/live/clock-store.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import styles from './DeviceInfo.module.css';
import table from '#/ui/table/DataTable.module.css';

interface BodyProps {
  readonly role: Role;
  /** Rows about the active runs that the device watches. */
  readonly runs: ReactNode;
}

function KnownDevice({ device, role, runs }: BodyProps & { readonly device: Device }) {
  const heartbeat = describeHeartbeat(device);
  const company = useCompany(device.groupId);
  return (
    <>
      <Section>
        <PropertyList>
          {company !== null && <PropertyRow label={t('Company')}>{company}</PropertyRow>}
          {runs}
          <PropertyRow label={heartbeat.label} aside={heartbeat.isTime && <Age of={heartbeat.text} />}>
            <TextOrTime text={heartbeat.text} uid={device.uid} saysUtc />
          </PropertyRow>
        </PropertyList>
      </Section>
      <SiteSection uid={device.uid} role={role} />
      <CarrierAndDisk uid={device.uid} role={role} />
      <Modes device={device} />
      <LastPassage device={device} />
      <DetectorTable device={device} />
      <AutoDownload device={device} role={role} />
    </>
  );
}

function NoDevices() {
  const { isLoading, error } = useDeviceLoad();
  if (!error) return <SkeletonLines label={t('Loading devices')} widths={[210, 180, 230, 160, 200]} />;
  const { logId } = toShownError(error);
  return (
    <ErrorState
      title={t('Devices did not load')}
      why={error.message}
      logId={logId}
      onRetry={reloadDevices}
      isRetrying={isLoading}
    />
  );
}

/** All data of the selected device. */
export function DeviceInfoBody({ role, runs }: BodyProps) {
  const device = useSelectedDevice();
  const areLoaded = useAreDevicesLoaded();
  const isChosen = useSelection(({ uid }) => uid !== null);
  if (device) return <KnownDevice key={device.uid} device={device} role={role} runs={runs} />;
  if (areLoaded || !isChosen) return <EmptyState>{t('No device selected')}</EmptyState>;
  return (
    <div className={styles.waiting}>
      <NoDevices />
    </div>
  );
}

interface AutoDownloadProps {
  readonly device: Pick<Device, 'uid' | 'isAutoDownload'>;
  readonly role: Role;
}

/** Shows the new state during the request, and the old one again if it fails. */
function AutoDownload({ device: { uid, isAutoDownload }, role }: AutoDownloadProps) {
  const id = useId();
  const { blockedBecause } = useCanWrite();
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (isOn: boolean) => callApi('POST /apexagm/:uid/autodownload', { params: { uid }, body: isOn }),
    onSuccess: (_, isOn) => {
      deviceStore.apply([{ name: 'ReceiveDownloadMode', data: { uid, isAutoDownload: isOn } }]);
      showSuccess(t('Success!'));
    },
  });
  const refusal = ADMINS.includes(role) ? blockedBecause : t('Only administrators can switch it.');
  return (
    <div className={styles.switch} title={refusal} data-disabled={refusal !== undefined || undefined}>
      <label htmlFor={id}>{t('Auto-download')}</label>
      <Switch
        id={id}
        checked={isPending ? variables : isAutoDownload}
        disabled={refusal !== undefined}
        onChange={({ currentTarget }) => !isPending && mutate(currentTarget.checked)}
      />
    </div>
  );
}

function ListenButton({ uid }: { readonly uid: number }) {
  return (
    <Button size="small" icon="listen" onClick={() => openDeviceWindow('stream', uid)}>
      {t('Listen')}
    </Button>
  );
}

function Modes({ device }: { readonly device: Device }) {
  const now = useServerNow();
  return (
    <Section title={t('Mode')}>
      <PropertyList>
        {listModeRows(device, now).map(({ label, text, isTime, powerMode, hasListen }) => (
          <PropertyRow
            key={label}
            label={label}
            aside={isTime && describeAge(text, now)}
            action={hasListen && <ListenButton uid={device.uid} />}
          >
            {powerMode === undefined ? (
              <TextOrTime text={text} uid={device.uid} saysUtc />
            ) : (
              <PowerMode mode={powerMode} />
            )}
          </PropertyRow>
        ))}
      </PropertyList>
    </Section>
  );
}

function DetectorRow({ detector: { number, frequency, sensitivity, isEnabled } }: { readonly detector: Detector }) {
  return (
    <tr>
      <td>{number === 0 ? nameDetector(number, t) : number}</td>
      <td data-number>
        {frequency ?? t(UNKNOWN)} {frequency !== null && <span className={table.unit}>Hz</span>}
      </td>
      <td>{sensitivity}</td>
      <td>
        <span className={styles.enabled} data-enabled={isEnabled === true}>
          {isEnabled !== null && <Icon name={isEnabled ? 'check' : 'minus'} size={13} />}
          {describeEnabled(isEnabled)}
        </span>
      </td>
    </tr>
  );
}

function DetectorTable({ device }: { readonly device: Device }) {
  return (
    <div className={styles.detectors}>
      <table className={table.table} aria-label={t('Detectors')}>
        <thead>
          <tr>
            <th scope="col">{t('Detector')}</th>
            <th scope="col" data-number>
              {t('Frequency')}
            </th>
            <th scope="col">{t('Sensitivity')}</th>
            <th scope="col">{t('Enabled')}</th>
          </tr>
        </thead>
        <tbody>
          {listDetectors(device).map((detector) => (
            <DetectorRow key={detector.number} detector={detector} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
