// Other features call these inside their change.

export { mailEmailChange } from './account-news.ts';
export { confirmCaller } from './confirm-caller.ts';
export { endKeysOfCompany } from './keys/keys.store.ts';
export { hashPassword } from './passwords/passwords.ts';
export { replacePassword, restartPassword, startPassword, type NewPassword } from './passwords/password.service.ts';
export { checkSharedPassword } from './throttle/shared-password.ts';
export { deleteFactors } from './second-factor/second-factor.store.ts';
export { endSessions } from './session.store.ts';
