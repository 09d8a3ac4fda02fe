/**
 * Events that a change raises for two or more features, inside its transaction. Features add theirs by module augmentation in
 * `<feature>.events.ts`; wiring/domain-event-handlers.ts lists the handlers.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface DomainEvents {}
