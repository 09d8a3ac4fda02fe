declare module '../../platform/database/domain-events.ts' {
  interface DomainEvents {
    /** A message to a person, to leave once the change has committed. */
    'message-wanted': {
      /** Digits of a phone where the medium is sms. */
      readonly to: string;
      readonly subject: string;
      readonly text: string;
      readonly groupId: number | null;
      /** Whoever reads the text could use it: it is shown in no list. */
      readonly holdsSecret: boolean;
      /** A second message with the same key is not sent. */
      readonly dedupeKey?: string;
      /** The run that it tells of: if that is removed first, it does not leave. */
      readonly runId?: number;
    } & ({ readonly medium: 'mail' } | { readonly medium: 'sms'; readonly userId: number });
  }
}
