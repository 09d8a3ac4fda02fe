/** The messages of a session to the user. */
export interface SessionVoice {
  readonly notice: (message: string) => void;
  readonly error: (said: { readonly message: string; readonly cause: unknown; readonly onRetry?: () => void }) => void;
  readonly log: (failure: unknown) => void;
}
