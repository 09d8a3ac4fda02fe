import { t } from '#/language/t.ts';
import { useDeviceZone } from '#/ui/clock/zones.ts';
import { useState, useEffect } from 'react';
import { COMMANDS } from '@waymark/commands/commands';
import { useQueryClient } from '@tanstack/react-query';
import { Select } from '@mantine/core';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { FloatingWindow } from '#/ui/window/FloatingWindow.tsx';
import { Warning } from '#/ui/state/Warning.tsx';
import type { Device } from '#/features/devices/store/device.ts';
import { DeviceIcon } from '#/features/devices/DeviceIcon.tsx';
import { closeDeviceWindow, windowId, type DeviceWindow } from '#/features/devices/windows/device-windows.ts';
import { useDevice } from '#/features/devices/store/use-devices.ts';
import { CellularSections } from './cellular/CellularSections.tsx';
import { CommandHistory } from './CommandHistory.tsx';
import { EXPIRY_CHOICES, EXPIRY_LABELS, isExpiry, type Expiry } from './expiry.ts';
import { QueuedCommands } from './QueuedCommands.tsx';
import { useCommandSender, type CommandSender } from './send-command.ts';
import { CommandForm } from './form/CommandForm.tsx';
import { CommandSection } from './CommandSection.tsx';
import { SatelliteDownload } from './satellite/SatelliteDownload.tsx';
import { SatelliteSettings, type SatelliteFormProps } from './satellite/SatelliteSettings.tsx';
import { LateReload } from '#/live/late-reload.ts';
import { liveEvents } from '#/live/live.ts';
import { refreshCommandHistory, takeCommandUpdate } from './commands.data.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import { SatelliteIcon } from '#/features/devices/info/StatusIcons.tsx';
import { useServerNow } from '#/live/clock-store.ts';
import { describeHearing, type HearingState } from './hearing.view.ts';
import { Words } from './Words.tsx';
import styles from './CommandsWindow.module.css';

/** Debounce: the steps of one command cause one reload of the history. */
const REST_MS = 500;

const SIZE = { width: 760, height: 720 };
const TITLES = { cellular: t('Queue Commands'), iridium: t('Iridium Queue Commands') } as const;
const LINK_UNKNOWN = t(
  'This device has not reported yet: Waymark does not know its link. Commands wait for its first report; those that its link does not carry are then rejected.',
);

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
  const words = device.isIridium
    ? t('The device now calls over satellite. These are the commands of that link.')
    : t('The device now calls over cellular. These are the commands of that link.');
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
        {isUnknown && <p className={styles.link}>{t('Over cellular')}</p>}
        {isIridium !== true && <CellularForms device={device} sender={sender} />}
        {isUnknown && <p className={styles.link}>{t('Over satellite')}</p>}
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
      subtitle={t('AGM {uid}', { uid })}
      mark={device && <DeviceIcon device={device} size={18} />}
      initialSize={SIZE}
      onClose={() => closeDeviceWindow(shown)}
    >
      {device ? <Dialog device={device} /> : <EmptyState>{t('This AGM is no longer in the list.')}</EmptyState>}
    </FloatingWindow>
  );
}

function ExitDownload({ sender }: Pick<SatelliteFormProps, 'sender'>) {
  const { label, summary } = COMMANDS.IridiumExitOfflineDownload;
  return (
    <CommandForm
      label={t(label)}
      desk={sender}
      refusal={undefined}
      note={t(summary)}
      onSend={() => sender.send([{ commandType: 'IridiumExitOfflineDownload', parameters: {} }])}
    />
  );
}

/** The commands for a device over satellite. */
function SatelliteSections({ device, present, sender }: SatelliteFormProps) {
  return (
    <>
      <CommandSection title={t(COMMANDS.IridiumSettings.label)}>
        <SatelliteSettings {...{ device, present, sender }} />
      </CommandSection>
      <CommandSection title={t(COMMANDS.IridiumOfflineDownload.label)}>
        <SatelliteDownload sender={sender} />
      </CommandSection>
      <CommandSection title={t(COMMANDS.IridiumExitOfflineDownload.label)}>
        <ExitDownload sender={sender} />
      </CommandSection>
    </>
  );
}

/** Keeps the device's queue up to date, and the loaded pages of its history. */
function useCommandUpdates(uid: number): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const reload = new LateReload(() => refreshCommandHistory(queryClient, uid), REST_MS);
    const stops = [
      reload.stop,
      liveEvents.listen('ReceiveCommandUpdate', (command) => {
        if (command.uid !== uid) return;
        takeCommandUpdate(queryClient, command);
        reload.soon();
      }),
      liveEvents.listen('ReceiveDeviceListUpdate', (data) => {
        // A device that no longer exists is not reloaded; the list closes the window.
        if (data.uid === uid && data.isRemoved) reload.stop();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient, uid]);
}

function Mark({ state }: { readonly state: HearingState }) {
  if (state === 'satellite') return <SatelliteIcon />;
  if (state === 'asleep') return <Icon name="moon" size={15} />;
  return <i className={styles.disc} />;
}

interface CommandHeadProps {
  readonly device: Device;
  readonly expiry: Expiry;
  readonly onExpiry: (expiry: Expiry) => void;
}

/** When the device receives a queued command, and how long the command may wait. */
function CommandHead({ device, expiry, onExpiry }: CommandHeadProps) {
  const zone = useDeviceZone(device.uid);
  const { state, title, text } = describeHearing(device, useServerNow(), zone);
  return (
    <div className={styles.head} role="group" aria-label={t('Connection')}>
      <div className={styles.hearing} data-state={state}>
        <span className={styles.mark}>
          <Mark state={state} />
        </span>
        <p>
          <strong>{title}</strong> <Words of={text} />
        </p>
      </div>
      <Select
        className={styles.expiry}
        label={t('Expires')}
        data={EXPIRY_CHOICES.map((value) => ({ value, label: EXPIRY_LABELS[value] }))}
        allowDeselect={false}
        value={expiry}
        onChange={(next) => isExpiry(next) && onExpiry(next)}
      />
    </div>
  );
}
