import { create } from 'zustand';
import { acceptSignIn, type SignInStep } from './accept-sign-in.ts';
import { parseHandover } from './handover.ts';

interface HandoverStore {
  /** What came of the sign-in in the address; of none there is nothing to take over. */
  readonly outcome: Promise<SignInStep>;
}

const nothing: HandoverStore = { outcome: Promise.resolve({ kind: 'signed-in' }) };

/** The sign-in that came in the address, examined once, when it arrived. */
export const useHandover = create<HandoverStore>()(() => nothing);

export function takeHandover(hash: string): void {
  useHandover.setState({ outcome: acceptSignIn(parseHandover(hash)) });
}

export function forgetHandover(): void {
  useHandover.setState(nothing);
}
