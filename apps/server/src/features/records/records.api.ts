// Other features and ingest call these inside their change.

export { storeSeenPassage } from './seen-passage.store.ts';
export { storeVerdicts, type Verdict } from './verdicts.store.ts';
export { storeMessages } from './store-messages.ts';
export { storeRejections, toPrintable, type RejectedGroup } from './rejections.store.ts';
export type { DeviceConnection } from './device-message.ts';
export type { DeviceMessage, DurableUplink, KnownMessage, Link } from './device-message.ts';
export type { DecodedPacket, DownloadMessage } from './recorded-passages.ts';
export {
  readReplacedConnectionsNotice,
  REPLACED_CONNECTIONS_CHANNEL,
  type ReplacedConnection,
} from './replaced-connections-notice.ts';
export { listTables, type Retention } from './retention.ts';
