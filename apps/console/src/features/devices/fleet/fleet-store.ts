import { create } from 'zustand';
import type { ReplyAt } from '../../../api/address.ts';

export type IssuedCredential = ReplyAt<'POST /admin/apexagm/add'>['credential'];

interface FleetDialogs {
  /** Shown once, after the device was added. */
  readonly issued: { readonly uid: number; readonly credential: IssuedCredential } | null;
  /** The device whose removal waits for confirmation. */
  readonly removing: number | null;
}

/** What follows on the forms for adding and removing devices. */
export const useFleetDialogs = create<FleetDialogs>()(() => ({ issued: null, removing: null }));

export function showCredential(uid: number, credential: IssuedCredential): void {
  useFleetDialogs.setState({ issued: { uid, credential } });
}

export function forgetCredential(): void {
  useFleetDialogs.setState({ issued: null });
}

export function askRemoval(uid: number): void {
  useFleetDialogs.setState({ removing: uid });
}

export function endRemoval(): void {
  useFleetDialogs.setState({ removing: null });
}

export function forgetFleetDialogs(): void {
  useFleetDialogs.setState({ issued: null, removing: null });
}
