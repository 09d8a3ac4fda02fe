/** A password link that is made when its mail is sent: the outbox stores none. */
export interface MailedLink {
  readonly userId: number;
  /** The mail is not sent once the account has changed. */
  readonly epoch: number;
  /** Hours. The mail is not sent later than that either. */
  readonly validH: number;
}

declare module '../../platform/database/domain-events.ts' {
  interface DomainEvents {
    /** A message to a person, to leave once the change has committed. */
    'message-wanted': {
      /** Digits of a phone where the medium is sms. */
      readonly to: string;
      readonly subject: string;
      readonly text: string;
      readonly groupId: number | null;
      /** A second message with the same key is not sent. */
      readonly dedupeKey?: string;
      /** The run that it tells of: if that is removed first, it does not leave. */
      readonly runId?: number;
    } & ({ readonly medium: 'mail'; readonly link?: MailedLink } | { readonly medium: 'sms'; readonly userId: number });
  }
}
