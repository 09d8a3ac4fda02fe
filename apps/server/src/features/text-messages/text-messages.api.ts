// Other features call these.

export { getCurrentUser, readCurrentUser, updateMessaging } from './opt-in.service.ts';
