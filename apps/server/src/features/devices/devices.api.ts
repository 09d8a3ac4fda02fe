// Other features and ingest call these inside their change.

export { findThing, rememberThing } from './cloudloop-thing.store.ts';
export { placeDevice } from './devices.wire.ts';
export { holdCompanies } from './devices.store.ts';
