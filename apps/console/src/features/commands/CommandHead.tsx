import { Select } from '@mantine/core';
import { Icon } from '#/ui/button/Icon.tsx';
import type { Device } from '#/features/devices/store/device.ts';
import { SatelliteIcon } from '#/features/devices/info/StatusIcons.tsx';
import { useServerNow } from '#/features/devices/use-server-now.ts';
import styles from './CommandsWindow.module.css';
import { EXPIRY_CHOICES, isExpiry, type Expiry } from './expiry.ts';
import { describeHearing, type HearingState } from './hearing.view.ts';
import { Words } from './Words.tsx';

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
export function CommandHead({ device, expiry, onExpiry }: CommandHeadProps) {
  const { state, title, text } = describeHearing(device, useServerNow());
  return (
    <div className={styles.head} role="group" aria-label="Connection">
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
        label="Expires"
        data={EXPIRY_CHOICES}
        allowDeselect={false}
        value={expiry}
        onChange={(next) => isExpiry(next) && onExpiry(next)}
      />
    </div>
  );
}
