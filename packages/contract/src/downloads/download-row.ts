import { z } from 'zod';
import { commandId } from '../commands/queued-command.ts';
import { uid, utcDatabase, utcMillisecond, utcSecond } from '../devices/fields.ts';

/** Queued Command, Downloading, Download Complete. */
export const DOWNLOAD_STATES = ['QC', 'D', 'DC'] as const;
export type DownloadState = (typeof DOWNLOAD_STATES)[number];

/** How far the download of one device is. */
export const downloadRow = z.object({
  uId: uid,
  downloadState: z.enum(DOWNLOAD_STATES),
  packetsReceived: z.int().min(0),
  latestPassageTimeStamp: utcMillisecond.nullable(),
  downloadCompleteTimeStamp: utcSecond.nullable(),
  /** The number of the command, by which the device tells its packets. */
  cId: commandId,
  /** How many packets there are; null until the device has said. */
  packetsTotal: z.int().min(0).nullable(),
  /** What a person should know: why the device refused, what is asked for again, that it was ended. */
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

/** What a device has sent, kept as a file. */
export const downloadedFile = z.object({
  cId: commandId,
  uId: uid,
  kind: z.enum(['passages', 'raw']),
  downloadState: z.enum(DOWNLOAD_STATES),
  /** The range that was asked for. */
  startDate: utcSecond,
  endDate: utcSecond,
  createdDate: utcDatabase,
  /** A person's name, or the server's own work. */
  name: z.string(),
  packetsReceived: z.int().min(0),
  packetsTotal: z.int().min(0).nullable(),
  /** null until it is complete, with the next two. */
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
