import { create } from 'zustand';
import type { ReplyAt } from '#/api/address.ts';
import { forgetUnseen, leaveUnseen } from './unseen-credentials.ts';

export type IssuedCredential = ReplyAt<'POST /admin/apexagm/add'>['credential'];

interface FleetDialogs {
  /** Shown once, after the device was added. */
  readonly issued: { readonly uid: number; readonly credential: IssuedCredential } | null;
  /** Shown once, after a file was imported. */
  readonly imported: ReplyAt<'POST /admin/apexagm/import'>['credentials'] | null;
  /** The device whose removal must be confirmed. */
  readonly removing: number | null;
}

const CLOSED: FleetDialogs = { issued: null, imported: null, removing: null };

/** The dialogs that follow the forms for adding and removing devices. */
export const useFleetDialogs = create<FleetDialogs>()(() => CLOSED);

export function showCredential(uid: number, credential: IssuedCredential): void {
  useFleetDialogs.setState({ issued: { uid, credential } });
}

/** The user has saved it, or does without it. */
export function forgetCredential(): void {
  const { issued } = useFleetDialogs.getState();
  if (issued) forgetUnseen([issued.uid]);
  useFleetDialogs.setState({ issued: null });
}

export function showImported(imported: FleetDialogs['imported']): void {
  useFleetDialogs.setState({ imported });
}

export function forgetImported(): void {
  forgetUnseen(useFleetDialogs.getState().imported?.map(({ uid }) => uid) ?? []);
  useFleetDialogs.setState({ imported: null });
}

export function askRemoval(uid: number): void {
  useFleetDialogs.setState({ removing: uid });
}

export function endRemoval(): void {
  useFleetDialogs.setState({ removing: null });
}

export function forgetFleetDialogs(): void {
  leaveUnseen();
  useFleetDialogs.setState(CLOSED);
}
