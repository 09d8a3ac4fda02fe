// Other features call these inside their change.

export { addToOutbox as add, dropUnsentOfRun } from './outbox.store.ts';
