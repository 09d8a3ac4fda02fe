import type { Device } from '#/features/devices/store/device.ts';
import type { CommandOrder } from '../send-command.ts';

/** The interface through which sections queue commands. */
export interface OrderDesk {
  /** Asks first before a command that cannot be undone. */
  readonly order: (order: CommandOrder) => void;
  /** Queues several harmless commands in order: all or none. */
  readonly orderAll: (orders: readonly CommandOrder[]) => void;
  readonly isSending: boolean;
  /** Reason why nothing can be sent now; undefined: it can. */
  readonly blockedBecause: string | undefined;
}

export interface SectionProps {
  /** The device when the window opened. */
  readonly device: Device;
  readonly desk: OrderDesk;
  /** Reason why this device does not support the command; undefined: it does. */
  readonly refusal: string | undefined;
}
