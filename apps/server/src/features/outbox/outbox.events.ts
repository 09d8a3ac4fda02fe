declare module '../../platform/database/domain-events.ts' {
  interface DomainEvents {
    /** A message to a person, to leave once the change has committed. */
    'message-wanted': {
      readonly medium: 'mail' | 'sms';
      readonly to: string;
      readonly subject: string;
      readonly text: string;
      readonly groupId: number | null;
      /** A second message with the same key is not sent. */
      readonly dedupeKey?: string;
    };
  }
}
