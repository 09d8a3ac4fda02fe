// Other features call these inside their change.

export { firePathFlags } from './path-flags.service.ts';
export { sendBroadcast as send, type SentBroadcast } from './send-broadcast.ts';
