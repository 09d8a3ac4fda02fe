// Other features and ingest call these inside their change.

export { findThing, rememberThing } from './cloudloop-thing.store.ts';
export { haveAllCompanies } from './device-companies.ts';
export { placeDevice } from './devices.wire.ts';
export { holdCompaniesOfDevices as lockCompanies } from './devices.store.ts';
