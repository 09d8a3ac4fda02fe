// Other features call these inside their change.

export { addDownloads as add, settleDownloads as settle } from './downloads.store.ts';
export { notifyWishes } from './downloads-notice.ts';
export { holdUnfinished as lockUnfinished, type HeldDownload as LockedDownload } from './hold-downloads.store.ts';
export { tellDownloads as notifyConsoles } from './tell-downloads.ts';
export { readFile, readList, readQueueDetail, readRawData } from './download-files.service.ts';
export { writeRow } from './downloads.wire.ts';
export { SATELLITE_SILENCE_MS } from './download-rules.ts';
