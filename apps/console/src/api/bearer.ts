import { Slot } from './slot.ts';

/** The source of the calls' token. The session provides it and hides how the token is stored and renewed. */
export interface BearerSource {
  /** The access token of this page, or null if there is none yet. */
  readonly readToken: () => string | null;
  /** A new one, or null when the session has ended. */
  readonly renewToken: () => Promise<string | null>;
  /** The server refused even a new token. */
  readonly endSession: () => void;
}

export const bearerSource = new Slot<BearerSource>({
  readToken: () => null,
  renewToken: () => Promise.resolve(null),
  endSession: () => undefined,
});
