import type { CompanyId } from '@waymark/domain/ids';
import type { Envelope } from './device-message.ts';

/** A device message to store, with the company of the device. */
export type Incoming<Body> = Envelope & { readonly groupId: CompanyId; readonly body: Body };

export const LINK_CODES = { cellular: 0, bluetooth: 1, iridium: 2 } as const;

export function toMillimetres(metres: number | null): number | null {
  return metres === null ? null : Math.round(metres * 1000);
}
