import type { Role } from '@waymark/contract/roles';
import type { ReactNode } from 'react';
import { EmptyState, ErrorState, SkeletonLines } from '#/ui/state/DataState.tsx';
import { PropertyList, PropertyRow, Section } from '#/ui/sheet/Panel.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { Age } from '../Age.tsx';
import { useCompany } from '../store/companies.ts';
import type { Device } from '../store/device.ts';
import { reloadDevices, useDeviceLoad } from '../store/devices.data.ts';
import { useSelection } from '../store/selection.ts';
import { SiteSection } from '../site/SiteSection.tsx';
import { useAreDevicesLoaded, useSelectedDevice } from '../store/use-devices.ts';
import { AutoDownload } from './AutoDownload.tsx';
import { CarrierAndDisk } from './CarrierAndDisk.tsx';
import { DetectorTable } from './DetectorTable.tsx';
import { describeHeartbeat } from './device-info.view.ts';
import styles from './DeviceInfo.module.css';
import { LastPassage } from './LastPassage.tsx';
import { Modes } from './Modes.tsx';

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
          {company !== null && <PropertyRow label="Company">{company}</PropertyRow>}
          {runs}
          <PropertyRow label={heartbeat.label} aside={heartbeat.isTime && <Age of={heartbeat.text} />}>
            <span className="tabular">{heartbeat.text}</span>
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
  if (!error) return <SkeletonLines label="Loading devices" widths={[210, 180, 230, 160, 200]} />;
  const { logId } = toShownError(error);
  return (
    <ErrorState
      title="Devices did not load"
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
  if (areLoaded || !isChosen) return <EmptyState>No device selected</EmptyState>;
  return (
    <div className={styles.waiting}>
      <NoDevices />
    </div>
  );
}
