import { t } from '#/language/t.ts';
import { TextOrTime } from '#/ui/clock/Time.tsx';
import { readDeviceZone } from '#/ui/clock/zones.ts';
import { UNKNOWN } from '@waymark/domain/device/modes';
import type { ReactNode } from 'react';
import { Button } from '#/ui/button/Button.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { useEscapeKey } from '#/ui/dialog/use-escape-key.ts';
import { Age } from '../age.ts';
import type { Device } from '../store/device.ts';
import { deviceStore } from '../store/device-store.ts';
import { DeviceIcon } from '../DeviceIcon.tsx';
import { serverNow } from '#/live/clock-store.ts';
import { viewIdentity } from '../info/identity.view.ts';
import { BatteryIcon, SignalIcon } from '../info/StatusIcons.tsx';
import { PowerMode } from '../PowerMode.tsx';
import { selectDevice } from '../store/selection.ts';
import { describeCharge, describeSignal } from './device-popup.view.ts';
import styles from './DevicePopup.module.css';
import { listBeside } from './find-device.ts';

function Row({
  label,
  aside,
  children,
}: {
  readonly label: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.row}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>
        {children}
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
      </dd>
    </div>
  );
}

function Rows({ device }: { readonly device: Device }) {
  const { signal, battery } = viewIdentity(device, serverNow(), readDeviceZone(device.uid));
  const { lastHeartbeat, lastBattery, lastSignalStrength, lastPowerMode } = device;
  return (
    <dl className={styles.rows}>
      <Row label={t('Heartbeat')} aside={lastHeartbeat !== null && <Age of={lastHeartbeat} />}>
        {lastHeartbeat === null ? t(UNKNOWN) : <TextOrTime text={lastHeartbeat} uid={device.uid} saysUtc />}
      </Row>
      <Row label={t('Battery')}>
        {battery && <BatteryIcon {...battery} />}
        {describeCharge(lastBattery)}
      </Row>
      <Row label={t('Signal')}>
        <SignalIcon {...signal} />
        {describeSignal(lastSignalStrength)}
      </Row>
      <Row label={t('Power mode')}>
        <PowerMode mode={lastPowerMode} />
      </Row>
    </dl>
  );
}

/** Links to devices whose markers this one covers. */
function Beside({ device }: { readonly device: Device }) {
  const beside = listBeside(deviceStore.list(), device);
  if (beside.length === 0) return null;
  return (
    <div className={styles.beside} role="group" aria-label={t('Devices at the same place')}>
      <span className={styles.label}>{t('Also here')}</span>
      {beside.map((uid) => (
        <Button key={uid} size="tiny" aria-label={t('Device {uid}', { uid })} onClick={() => selectDevice(uid)}>
          {uid}
        </Button>
      ))}
    </div>
  );
}

export interface DevicePopupActs {
  readonly onClose: () => void;
  readonly onOpenDeviceInfo: () => void;
}

/** A summary of a device, with a link to its details. */
export function DevicePopupCard({ device, onClose, onOpenDeviceInfo }: DevicePopupActs & { readonly device: Device }) {
  useEscapeKey(() => {
    onClose();
    return true;
  });
  const { uid, words } = viewIdentity(device, serverNow(), readDeviceZone(device.uid));
  return (
    <section className={styles.card} aria-label={t('Device {uid}', { uid })}>
      <header className={styles.head}>
        <DeviceIcon device={device} size={28} />
        <div className={styles.headings}>
          <h2 className={styles.uid}>{uid}</h2>
          <p className={styles.identity}>{words}</p>
        </div>
        <IconButton icon="close" label={t('Close')} isSmall onClick={onClose} />
      </header>
      <Rows device={device} />
      <Beside device={device} />
      <Button size="small" isWide onClick={onOpenDeviceInfo}>
        {t('Device info')}
      </Button>
    </section>
  );
}
