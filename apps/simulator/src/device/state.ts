import type { Ack } from '@waymark/device-protocol/mqtt/device-report';
import type { RecordedPassage } from '@waymark/device-protocol/mqtt/recorded-passage';
import type { CountedDetection } from './detection-count.ts';
import type { DeviceDownload } from './device-download.ts';
import { EMPTY_DISK, type DiskContent } from './disk.ts';
import type { Energy } from './energy.ts';
import type { DeviceProfile } from './profile.ts';
import { FACTORY_SETTINGS, type DeviceSettings } from './settings.ts';

/** `calling`: the modem is on and connecting. */
export type Life = 'off' | 'calling' | 'online' | 'asleep' | 'shut-down';

export interface AnsweredCommand {
  readonly id: number;
  readonly status: Ack['status'];
  readonly detail: number;
}

/** The complete, immutable state of a device. Each step creates a new one. */
export interface DeviceState {
  readonly profile: DeviceProfile;
  readonly settings: DeviceSettings;
  readonly life: Life;
  /** Whether it has introduced itself since power-on. */
  readonly isIntroduced: boolean;
  readonly nextHeartbeatAt: number | null;
  /** The end of the grace after a wake-up, or of a restart. */
  readonly sleepAt: number | null;
  readonly wakeAt: number | null;
  readonly isStreaming: boolean;
  readonly energy: Energy;
  readonly disk: DiskContent;
  readonly errorFlag: number;
  readonly detectionCount: number;
  /** The newest detections, ascending by time. */
  readonly counted: readonly CountedDetection[];
  readonly lastPsgSeq: number;
  /** Unreported passages, oldest first. */
  readonly backlog: readonly RecordedPassage[];
  /** Passages on the disk, available for downloads, oldest first. */
  readonly recorded: readonly RecordedPassage[];
  /** null: never, as far as the device knows. */
  readonly formattedAt: number | null;
  /** In the order of their requests. */
  readonly downloads: readonly DeviceDownload[];
  readonly answered: readonly AnsweredCommand[];
}

export interface DeviceBeginning {
  readonly profile: DeviceProfile;
  readonly now: number;
  readonly settings?: Partial<DeviceSettings>;
  readonly batteryMv?: number;
  readonly disk?: Partial<DiskContent>;
  readonly detectionCount?: number;
  readonly isShutDown?: boolean;
}

export function createDevice(beginning: DeviceBeginning): DeviceState {
  const { profile, now } = beginning;
  return {
    profile,
    settings: { ...FACTORY_SETTINGS, ...beginning.settings },
    life: beginning.isShutDown ? 'shut-down' : 'off',
    isIntroduced: false,
    nextHeartbeatAt: null,
    sleepAt: null,
    wakeAt: null,
    isStreaming: false,
    energy: { batteryMv: beginning.batteryMv ?? 8800, at: now },
    disk: { ...EMPTY_DISK, ...beginning.disk },
    errorFlag: 0,
    detectionCount: beginning.detectionCount ?? 0,
    counted: [],
    lastPsgSeq: 0,
    backlog: [],
    recorded: [],
    formattedAt: null,
    downloads: [],
    answered: [],
  };
}

/** Time of the device's next own action; null: never. */
export function findDueAt({ nextHeartbeatAt, sleepAt, wakeAt }: DeviceState): number | null {
  const due = Math.min(nextHeartbeatAt ?? Infinity, sleepAt ?? Infinity, wakeAt ?? Infinity);
  return Number.isFinite(due) ? due : null;
}
