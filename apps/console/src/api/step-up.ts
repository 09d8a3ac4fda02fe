import { Slot } from './slot.ts';

/**
 * Asks the user to prove who they are, after the server has refused a call for that; answers whether they did. The
 * session provides it: without it the refusal stands.
 */
export const stepUpSource = new Slot<() => Promise<boolean>>(() => Promise.resolve(false));
