/**
 * What happened, told to other features inside the same transaction. Features add their events by module
 * augmentation in `<feature>.events.ts`; the handlers are wired in one list, in app.ts.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface DomainEvents {}
