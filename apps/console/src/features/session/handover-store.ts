import { create } from 'zustand';
import { acceptSignIn, type SignInStep } from './accept-sign-in.ts';
import { parseHandover } from './handover.ts';

interface HandoverStore {
  /** The result of the sign-in in the address; `signed-in` without one, because nothing remains to be done. */
  readonly outcome: Promise<SignInStep>;
}

const nothing: HandoverStore = { outcome: Promise.resolve({ kind: 'signed-in' }) };

/** The sign-in from the address, checked once on arrival. */
export const useHandover = create<HandoverStore>()(() => nothing);

export function takeHandover(hash: string): void {
  useHandover.setState({ outcome: acceptSignIn(parseHandover(hash)) });
}

export function forgetHandover(): void {
  useHandover.setState(nothing);
}
