import { z } from 'zod';
import { commandId } from '../commands/queued-command.ts';
import { uid, utcDatabase, utcMillisecond, utcSecond } from '../devices/fields.ts';

/** Queued Command, Downloading, Download Complete. */
export const DOWNLOAD_STATES = ['QC', 'D', 'DC'] as const;
export type DownloadState = (typeof DOWNLOAD_STATES)[number];

/** The progress of a device's download. */
export const downloadRow = z.object({
  uId: uid,
  downloadState: z.enum(DOWNLOAD_STATES),
  packetsReceived: z.int().min(0),
  latestPassageTimeStamp: utcMillisecond.nullable(),
  downloadCompleteTimeStamp: utcSecond.nullable(),
  /** The id of the command, which is also in the packets. */
  cId: commandId,
  /** Number of packets; null until the device has reported it. */
  packetsTotal: z.int().min(0).nullable(),
  /** A note for the user: a refusal of the device, packets requested again, or that it was ended. */
  note: z.string().nullable(),
});
export type DownloadRow = z.output<typeof downloadRow>;

export const exampleDownloadRow: DownloadRow = {
  uId: 100_234,
  downloadState: 'D',
  packetsReceived: 12,
  latestPassageTimeStamp: '2026-03-18 01:41:56.120',
  downloadCompleteTimeStamp: null,
  cId: 5122,
  packetsTotal: 31,
  note: null,
};

/** Data received from a device, stored as a file. */
export const downloadedFile = z.object({
  cId: commandId,
  uId: uid,
  kind: z.enum(['passages', 'raw']),
  downloadState: z.enum(DOWNLOAD_STATES),
  /** The requested range. */
  startDate: utcSecond,
  endDate: utcSecond,
  createdDate: utcDatabase,
  /** Name of the user, or of the server's own task. */
  name: z.string(),
  packetsReceived: z.int().min(0),
  packetsTotal: z.int().min(0).nullable(),
  /** null until it is complete, as are the next two. */
  bytes: z.int().min(0).nullable(),
  sha256: z.string().nullable(),
  downloadCompleteTimeStamp: utcSecond.nullable(),
});
export type DownloadedFile = z.output<typeof downloadedFile>;

export const exampleDownloadedFile: DownloadedFile = {
  cId: 5122,
  uId: 100_234,
  kind: 'passages',
  downloadState: 'DC',
  startDate: '2026-03-18 00:00:00',
  endDate: '2026-03-18 09:30:00',
  createdDate: '2026-03-18 10:02:11.204000',
  name: 'Dana Reyes',
  packetsReceived: 31,
  packetsTotal: 31,
  bytes: 104_532,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  downloadCompleteTimeStamp: '2026-03-18 10:04:40',
};
