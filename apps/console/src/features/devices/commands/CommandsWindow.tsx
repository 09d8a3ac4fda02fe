import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/DataState.tsx';
import { FloatingWindow } from '../../../ui/FloatingWindow.tsx';
import { Warning } from '../../../ui/Warning.tsx';
import type { Device } from '../device.ts';
import { DeviceIcon } from '../DeviceIcon.tsx';
import { closeDeviceWindow, windowId, type DeviceWindow } from '../device-windows.ts';
import { useDevice } from '../use-devices.ts';
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

const linkOf = ({ isIridium }: Pick<Device, 'isIridium'>) => (isIridium ? 'iridium' : 'cellular');

interface DialogProps {
  /** As it is now. */
  readonly device: Device;
  /** As it was when the dialog opened, for the forms. */
  readonly opened: Device;
  readonly onOpenOther: () => void;
}

function LinkChange({ device, onOpenOther }: Pick<DialogProps, 'device' | 'onOpenOther'>) {
  return (
    <div className={styles.change} role="status">
      <Warning>
        The device now calls over {device.isIridium ? 'satellite' : 'cellular'} and takes other commands.
        <Button size="small" onClick={onOpenOther}>
          Open {TITLES[linkOf(device)]}
        </Button>
      </Warning>
    </div>
  );
}

function Dialog({ device, opened, onOpenOther }: DialogProps) {
  const [expiry, setExpiry] = useState<Expiry>('Never');
  const hasOtherLink = device.isIridium !== opened.isIridium;
  const ready = useCommandSender(opened.uid, expiry);
  const sender: CommandSender = hasOtherLink ? { ...ready, blockedBecause: 'The device has changed its link.' } : ready;
  useCommandUpdates(opened.uid);
  return (
    <div className={styles.window}>
      <CommandHead device={device} expiry={expiry} onExpiry={setExpiry} />
      {hasOtherLink && <LinkChange device={device} onOpenOther={onOpenOther} />}
      <div className={styles.sections}>
        {opened.isIridium ? (
          <SatelliteSections device={opened} present={device} sender={sender} />
        ) : (
          <CellularSections device={opened} present={device} sender={sender} />
        )}
        <QueuedCommands device={device} />
        <CommandHistory uid={opened.uid} />
      </div>
    </div>
  );
}

/** What can be sent to a device, what waits for it, and what has become of all that was sent. */
export function CommandsWindow({ shown }: { readonly shown: DeviceWindow }) {
  const { uid } = shown;
  const device = useDevice(uid);
  const [opened, setOpened] = useState(device);
  return (
    <FloatingWindow
      id={windowId(shown)}
      kind="commands"
      title={TITLES[opened ? linkOf(opened) : 'cellular']}
      subtitle={`AGM ${uid}`}
      mark={device && <DeviceIcon device={device} size={18} />}
      initialSize={SIZE}
      onClose={() => closeDeviceWindow(shown)}
    >
      {device && opened ? (
        <Dialog key={linkOf(opened)} device={device} opened={opened} onOpenOther={() => setOpened(device)} />
      ) : (
        <EmptyState>This AGM is no longer in the list.</EmptyState>
      )}
    </FloatingWindow>
  );
}
