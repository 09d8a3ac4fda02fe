// Other features call these inside their change.

export { issueDeviceCredential as issue, issueFirstCredentials as issueFirst } from './device-credentials.store.ts';
export { DEVICE_ACCESS_CHANNEL, readDeviceAccessNotice } from './device-access-notice.ts';
export { endRelaysOfCompany } from './relays.store.ts';
