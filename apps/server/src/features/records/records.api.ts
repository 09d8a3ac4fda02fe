// Other features call these inside their change.

export { storeSeenPassage } from './seen-passage.store.ts';
