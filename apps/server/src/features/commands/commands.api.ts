// Other features call these inside their change.

export { storeDeviceAnswer } from './answers.store.ts';
export { deleteUnanswered } from './commands.service.ts';
export { rejectOverOtherLink } from './other-link.store.ts';
export { enqueueCommands as enqueue, type CommandDraft } from './queue.store.ts';
