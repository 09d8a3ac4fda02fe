// Other features call these inside their change.

export { issueDeviceCredential as issue, issueFirstCredentials as issueFirst } from './device-credentials.store.ts';
export { endRelaysOfCompany } from './group-relays.store.ts';
