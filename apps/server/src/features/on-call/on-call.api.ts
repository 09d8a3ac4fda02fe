// Other features call these inside their change.

export { removeUserFromOnCall as removeUser } from './leave-on-call.ts';
