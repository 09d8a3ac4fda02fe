// Other features call these inside their change.

export { addDownloads as add, settleDownloads as settle } from './downloads.store.ts';
export { DOWNLOAD_WISHES_CHANNEL, notifyWishes, readWishesNotice } from './news/downloads-notice.ts';
export type { IncomingPacket, RefusedPacket } from './packets/incoming-packet.ts';
export { storePackets } from './packets/packets.store.ts';
export { countSatellitePassages, type SatellitePassage } from './packets/satellite-passages.store.ts';
export { holdUnfinished as lockUnfinished, type HeldDownload as LockedDownload } from './hold-downloads.store.ts';
export { tellDownloads as notifyConsoles } from './news/tell-downloads.ts';
export { readFile, readList, readQueueDetail, readRawData } from './download-files.service.ts';
export { writeRow } from './downloads.wire.ts';
export { takeWishes as claimRequests, type DownloadWish as DownloadRequest } from './wishes.store.ts';
export { SATELLITE_SILENCE_MS } from './download-rules.ts';
