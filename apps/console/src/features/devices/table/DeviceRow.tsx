import { t } from '#/language/t.ts';
import { TextOrTime } from '#/ui/clock/Time.tsx';
import { readDeviceZone } from '#/ui/clock/zones.ts';
import { cutToSecond } from '@waymark/domain/time/utc';
import { UNKNOWN } from '@waymark/domain/device/modes';
import type { Trend } from '@waymark/contract/devices/trend';
import type { KeyboardEvent, ReactNode } from 'react';
import { serverNow } from '#/live/clock-store.ts';
import { describeLink } from '#/map/icons/device-marker.view.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import { useCompany } from '../store/companies.ts';
import type { Device } from '../store/device.ts';
import { DeviceIcon } from '../DeviceIcon.tsx';
import { PowerMode } from '../PowerMode.tsx';
import { useSelection } from '../store/selection.ts';
import { useDevice, useIsAlarmed } from '../store/use-devices.ts';
import { describeTableSchedule, type ColumnId } from './columns.ts';
import {
  describeBatteryTrend,
  describePassageTrend,
  describeSignalTrend,
  formatSignal,
  formatVolts,
  shapeTrend,
  TREND_HEIGHT,
  TREND_WIDTH,
} from './trend.view.ts';
import { moveRowFocus } from './row-focus.ts';
import table from '#/ui/table/DataTable.module.css';
import styles from './DeviceTable.module.css';

function Alarm({ uid }: { readonly uid: number }) {
  if (!useIsAlarmed(uid)) return null;
  return (
    <span className={styles.alarm}>
      <Icon name="warning" size={13} />
      {t('Passage')}
    </span>
  );
}

function Company({ groupId }: Pick<Device, 'groupId'>) {
  return useCompany(groupId) ?? <span className={styles.none}>{t(UNKNOWN)}</span>;
}

interface ValueProps {
  readonly text: ReactNode;
  /** The small chart; undefined: not loaded yet. */
  readonly trend: ReactNode;
}

function Value({ text, trend }: ValueProps) {
  return (
    <span className={styles.valued}>
      {text === null ? <span className={styles.none}>{t(UNKNOWN)}</span> : <span>{text}</span>}
      {trend}
    </span>
  );
}

interface CellProps {
  readonly column: ColumnId;
  readonly device: Device;
  readonly trend: Trend | undefined;
}

function Cell({ column, device, trend }: CellProps) {
  switch (column) {
    case 'uid':
      return (
        <span className={styles.uid}>
          <DeviceIcon device={device} size={22} />
          <span className={styles.number}>{device.uid}</span>
          <span className={styles.link}>{describeLink(device, serverNow(), readDeviceZone(device.uid))}</span>
          <Alarm uid={device.uid} />
        </span>
      );
    case 'company':
      return <Company groupId={device.groupId} />;
    case 'battery':
      return (
        <Value
          text={device.lastBattery === null ? null : formatVolts(device.lastBattery)}
          trend={trend && <Sparkline values={trend.battery} describe={describeBatteryTrend} />}
        />
      );
    case 'signal':
      return (
        <Value
          text={device.lastSignalStrength === null ? null : formatSignal(device.lastSignalStrength)}
          trend={trend && <Sparkline values={trend.signal} describe={describeSignalTrend} />}
        />
      );
    case 'passage':
      return (
        <Value
          text={device.lastPassage && <TextOrTime text={cutToSecond(device.lastPassage)} uid={device.uid} />}
          trend={trend && <Sparkline values={trend.passages} describe={describePassageTrend} />}
        />
      );
    case 'heartbeat':
      return device.lastHeartbeat === null ? (
        <span className={styles.none}>{t(UNKNOWN)}</span>
      ) : (
        <TextOrTime text={device.lastHeartbeat} uid={device.uid} />
      );
    case 'mode':
      return <PowerMode mode={device.lastPowerMode} />;
    case 'schedule': {
      const text = describeTableSchedule(device);
      return text === t(UNKNOWN) ? <span className={styles.none}>{text}</span> : text;
    }
  }
}

interface DeviceRowProps {
  readonly uid: number;
  readonly columns: readonly ColumnId[];
  readonly trend: Trend | undefined;
  /** The row in the tab order. */
  readonly isTabStop: boolean;
  readonly onChoose: (uid: number) => void;
}

/** Reads its device from the store, so that a heartbeat renders one row. */
export function DeviceRow({ uid, columns, trend, isTabStop, onChoose }: DeviceRowProps) {
  const device = useDevice(uid);
  const isSelected = useSelection((selection) => selection.uid === uid);
  if (!device) return null;
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.key === 'Enter' || event.key === ' ') onChoose(uid);
    else if (!moveRowFocus(event.currentTarget, event.key)) return;
    event.preventDefault();
  };
  return (
    <tr
      className={table.row}
      aria-selected={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      onClick={() => onChoose(uid)}
      onKeyDown={onKeyDown}
    >
      {columns.map((column) => (
        <td key={column}>
          <Cell column={column} device={device} trend={trend} />
        </td>
      ))}
    </tr>
  );
}

/** A small chart beside a value. */
function Sparkline<Values extends ReadonlyArray<number | null>>({
  values,
  describe,
}: {
  readonly values: Values;
  readonly describe: (values: Values) => string;
}) {
  const shapes = shapeTrend(values);
  if (!shapes) return null;
  const label = describe(values);
  return (
    <svg
      className={styles.trend}
      width={TREND_WIDTH}
      height={TREND_HEIGHT}
      viewBox={`0 0 ${TREND_WIDTH} ${TREND_HEIGHT}`}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      {shapes.map(({ points }) =>
        points.length === 1 ? (
          points.map(([x, y]) => <circle key={x} cx={x} cy={y} r={1.2} />)
        ) : (
          <polyline key={points[0]?.[0]} points={points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
        ),
      )}
    </svg>
  );
}
