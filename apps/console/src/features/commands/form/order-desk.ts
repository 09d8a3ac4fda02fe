import type { Device } from '#/features/devices/store/device.ts';
import type { CommandOrder } from '../send-command.ts';

/** Where the sections hand in what is to be queued. */
export interface OrderDesk {
  /** Asks first where it cannot be taken back. */
  readonly order: (order: CommandOrder) => void;
  /** Several that can all be taken back, in their order: all or none. */
  readonly orderAll: (orders: readonly CommandOrder[]) => void;
  readonly isSending: boolean;
  /** Why nothing can be sent now; undefined: it can. */
  readonly blockedBecause: string | undefined;
}

export interface SectionProps {
  /** As it was when the window opened. */
  readonly device: Device;
  readonly desk: OrderDesk;
  /** Why this device does not take the command; undefined: it does. */
  readonly refusal: string | undefined;
}
