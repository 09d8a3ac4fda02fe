// Other features call these inside their change.

export { removeUserFromOnCall as removeUser } from './on-call.service.ts';
