import { open } from 'node:fs/promises';
import path from 'node:path';
import { MOST_GROUND_BYTES } from '@waymark/contract/routes/ground';
import type { Routes } from '@waymark/contract/routes/index';
import type { Call } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { problem } from '../../platform/http/problem.ts';
import type { Log } from '../../platform/log.ts';
import { checkGroundFile, idOf, listGroundPaths, type GroundFault, type GroundFile } from './ground-files.ts';

interface Options {
  readonly log: Log;
  readonly dataDir: string;
  /** A PMTiles file or a folder of them; undefined: only those of the data folder. */
  readonly groundPath: string | undefined;
}

interface Ground {
  readonly files: readonly GroundFile[];
  readonly faults: readonly GroundFault[];
}

/** The folder into which the admin command puts map files. */
export const groundFolderOf = (dataDir: string) => path.join(dataDir, 'maps');

async function openGround({ log, dataDir, groundPath }: Options): Promise<Ground> {
  const places = groundPath === undefined ? [groundFolderOf(dataDir)] : [groundPath, groundFolderOf(dataDir)];
  const paths = (await Promise.all(places.map(listGroundPaths))).flat();
  const checked = await Promise.all([...new Set(paths)].map(checkGroundFile));
  const faults = checked.flatMap((each) => (each.ok ? [] : [each.failure]));
  for (const { file, why } of faults)
    log.warn({ file, why }, 'a map file cannot be used; the built-in ground is drawn instead');
  return { files: checked.flatMap((each) => (each.ok ? [each.value] : [])), faults };
}

const CACHED = 'private, max-age=604800, immutable';

function createHandlers({ files }: Ground): Handlers<Routes['ground']> {
  return {
    listGround: () => files.map(({ path: _path, ...region }) => region),
    readGround: async ({ params }, call: Call) => {
      const file = files.find(({ id }) => id === params.id);
      if (!file) throw problem('ground-not-found');
      const part = readRange(call.readHeader('range'), file.bytes);
      if (!part) throw problem('range-refused');
      const bytes = await readPart(file, part);
      call.answerPart(part, file.bytes);
      call.setHeader('cache-control', CACHED);
      call.setHeader('etag', `"${file.id}"`);
      return bytes;
    },
  };
}

/** Both ends belong to the range. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** Reads "bytes=100-199"; null: another form, outside of the file, or too long. */
export function readRange(header: string | undefined, bytes: number): Range | null {
  const [, first, last] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(header ?? '') ?? [];
  const [from, to] = [Number(first), Math.min(Number(last), bytes - 1)];
  const isInside = first !== undefined && from <= to && to - from < MOST_GROUND_BYTES;
  return isInside ? { from, to } : null;
}

/** A file that was replaced after the start is refused: parts of two files make no map. */
async function readPart(file: GroundFile, { from, to }: Range): Promise<Uint8Array> {
  const handle = await open(file.path, 'r').catch(() => {
    throw problem('ground-not-found');
  });
  try {
    if (idOf(file.path, await handle.stat()) !== file.id) throw problem('ground-not-found');
    const length = to - from + 1;
    const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

export async function createGroundPart(options: Options) {
  const ground = await openGround(options);
  return { handlers: { ground: createHandlers(ground) }, faults: ground.faults };
}
