import { useState } from 'react';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { FloatingWindow } from '#/ui/window/FloatingWindow.tsx';
import { Warning } from '#/ui/state/Warning.tsx';
import type { Device } from '#/features/devices/store/device.ts';
import { DeviceIcon } from '#/features/devices/DeviceIcon.tsx';
import { closeDeviceWindow, windowId, type DeviceWindow } from '#/features/devices/windows/device-windows.ts';
import { useDevice } from '#/features/devices/store/use-devices.ts';
import { CellularSections } from './cellular/CellularSections.tsx';
import { CommandHead } from './CommandHead.tsx';
import { CommandHistory } from './CommandHistory.tsx';
import styles from './CommandsWindow.module.css';
import type { Expiry } from './expiry.ts';
import { QueuedCommands } from './QueuedCommands.tsx';
import { SatelliteSections } from './satellite/SatelliteSections.tsx';
import { useCommandSender, type CommandSender } from './send-command.ts';
import { useCommandUpdates } from './use-command-updates.ts';

const SIZE = { width: 760, height: 720 };
const TITLES = { cellular: 'Queue Commands', iridium: 'Iridium Queue Commands' } as const;
const LINK_UNKNOWN =
  'This device has not reported yet: Waymark does not know its link. Commands wait for its first report; those that its link does not carry are then rejected.';

interface DialogProps {
  readonly device: Device;
}

/** The device when the forms opened: its reports do not overwrite entries. Only firmware and link are current. */
function useForms(device: Device, isIridium: boolean): Device {
  const [opened] = useState(device);
  return { ...opened, firmwareVersion: device.firmwareVersion, isIridium };
}

interface FormsProps extends DialogProps {
  readonly sender: CommandSender;
}

function CellularForms({ device, sender }: FormsProps) {
  return <CellularSections device={useForms(device, false)} present={device} sender={sender} />;
}

function SatelliteForms({ device, sender }: FormsProps) {
  return <SatelliteSections device={useForms(device, true)} present={device} sender={sender} />;
}

/** Shown while the link is unknown or after it has changed. */
function LinkNotice({ device }: DialogProps) {
  const [opened] = useState(device.isIridium);
  if (device.isIridium !== null && device.isIridium === opened) return null;
  const words = `The device now calls over ${device.isIridium ? 'satellite' : 'cellular'}. These are the commands of that link.`;
  return (
    <div className={styles.change} role="status">
      <Warning>{device.isIridium === null ? LINK_UNKNOWN : words}</Warning>
    </div>
  );
}

function Dialog({ device }: DialogProps) {
  const [expiry, setExpiry] = useState<Expiry>('Never');
  const sender = useCommandSender(device.uid, expiry);
  useCommandUpdates(device.uid);
  const { isIridium } = device;
  const isUnknown = isIridium === null;
  return (
    <div className={styles.window}>
      <CommandHead device={device} expiry={expiry} onExpiry={setExpiry} />
      <LinkNotice device={device} />
      <div className={styles.sections}>
        {isUnknown && <p className={styles.link}>Over cellular</p>}
        {isIridium !== true && <CellularForms device={device} sender={sender} />}
        {isUnknown && <p className={styles.link}>Over satellite</p>}
        {isIridium !== false && <SatelliteForms device={device} sender={sender} />}
        <QueuedCommands device={device} />
        <CommandHistory uid={device.uid} />
      </div>
    </div>
  );
}

/** Sends commands to a device, and shows its queue and its history of commands. */
export function CommandsWindow({ shown }: { readonly shown: DeviceWindow }) {
  const { uid } = shown;
  const device = useDevice(uid);
  return (
    <FloatingWindow
      id={windowId(shown)}
      kind="commands"
      title={TITLES[device?.isIridium ? 'iridium' : 'cellular']}
      subtitle={`AGM ${uid}`}
      mark={device && <DeviceIcon device={device} size={18} />}
      initialSize={SIZE}
      onClose={() => closeDeviceWindow(shown)}
    >
      {device ? <Dialog device={device} /> : <EmptyState>This AGM is no longer in the list.</EmptyState>}
    </FloatingWindow>
  );
}
