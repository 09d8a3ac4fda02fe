declare module '../../platform/database/domain-events.ts' {
  interface DomainEvents {
    /** Somebody has answered from this phone that he wants no more text messages, or wants them again. */
    'text-wish-received': {
      /** Digits, with their country code. */
      readonly phone: string;
      readonly wish: 'stop' | 'start';
      /** The country whose code users may leave out. */
      readonly countryCode: string;
    };
  }
}
