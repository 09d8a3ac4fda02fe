// Other features call these inside their change; ingest implements the links of the delivery.

export { storeDeviceAnswer } from './answers.store.ts';
export type { CellularLink } from './cellular-delivery.ts';
export type { Command, CommandDraft } from './command.ts';
export type { Deliveries } from './commands.part.ts';
export { deleteUnanswered } from './commands.service.ts';
export { enqueueCommands as enqueue, rejectOverOtherLink } from './queue.store.ts';
export type { SatelliteLink, SatelliteMessage } from './satellite-delivery.ts';
