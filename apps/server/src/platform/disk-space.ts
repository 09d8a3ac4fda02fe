import { fstatSync, readlinkSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from './log.ts';

const CHECK_MS = 15_000;
/** Free space below either of these is low. */
const LOW_PART = 0.1;
const LOW_BYTES = 2 * 1024 ** 3;

export interface FreeSpace {
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

interface Parts {
  /** Folders by name: `data`, `log`. */
  readonly folders: Readonly<Record<string, string>>;
  readonly log: Log;
  readonly measure?: (folder: string) => Promise<FreeSpace>;
}

/** Measures the space that this process may use. */
async function measureFolder(folder: string): Promise<FreeSpace> {
  const { bsize, bavail, blocks } = await statfs(folder);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}

/** Large disks are low at 2 GiB, small ones at a tenth of their size. */
const isLow = ({ freeBytes, sizeBytes }: FreeSpace) => freeBytes < Math.min(LOW_BYTES, LOW_PART * sizeBytes);

/** Watches the free space of folders and logs when it becomes low. */
export class DiskSpace {
  readonly #parts: Parts;
  readonly #found = new Map<string, FreeSpace>();
  readonly #low = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    await this.check();
    this.#timer = setInterval(() => void this.check(), CHECK_MS).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Free space by folder name; unmeasurable folders are missing. */
  get found(): ReadonlyMap<string, FreeSpace> {
    return this.#found;
  }

  /** The disk with the smallest free share. */
  get fullest(): FreeSpace | undefined {
    const part = ({ freeBytes, sizeBytes }: FreeSpace) => freeBytes / sizeBytes;
    const [fullest] = [...this.#found.values()].toSorted((a, b) => part(a) - part(b));
    return fullest;
  }

  async check(): Promise<void> {
    const { folders, measure = measureFolder } = this.#parts;
    for (const [name, folder] of Object.entries(folders)) {
      const space = await measure(folder).catch(() => undefined);
      if (!space) this.#found.delete(name);
      else {
        this.#found.set(name, space);
        this.#report(name, folder, space);
      }
    }
  }

  #report(name: string, folder: string, space: FreeSpace): void {
    if (isLow(space) === this.#low.has(name)) return;
    const { log } = this.#parts;
    const facts = { disk: name, folder, freeMb: Math.round(space.freeBytes / 1e6) };
    if (this.#low.delete(name)) return log.warn(facts, 'there is free disk space again');
    this.#low.add(name);
    log.error(facts, 'the disk is almost full: on a full disk messages of devices are not stored');
  }
}

/** The folder of the file that stderr is written to; undefined for a pipe, a terminal, or without /proc. */
export function findLogFolder(fd = 2): string | undefined {
  try {
    if (!fstatSync(fd).isFile()) return undefined;
    return path.dirname(readlinkSync(`/proc/self/fd/${fd}`));
  } catch {
    return undefined;
  }
}
