export { ArchiveError, decodeFrames, encodeJsonFrame } from './frames.ts';
export { readArchive, type RestoreOptions } from './read-archive.ts';
export { writeArchive, type TableNote } from './write-archive.ts';
