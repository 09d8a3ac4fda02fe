/**
 * All tables: each `<feature>.tables.ts` adds its own by module augmentation, so that a table is declared next to the
 * code that writes it.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface Tables {}
