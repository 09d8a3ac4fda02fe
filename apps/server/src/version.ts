import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import packageFile from '../package.json' with { type: 'json' };
import { ROOT } from './choose-data-dir.ts';

const releaseNote = z.object({ commit: z.string().nullable() });

/** The same in all our package.json, release notes and the change log; a test holds them together. */
export const VERSION = packageFile.version;

/** What a release was made from; null where this is none. */
export function readCommit(): string | null {
  try {
    return releaseNote.parse(JSON.parse(readFileSync(path.join(ROOT, 'release.json'), 'utf8'))).commit;
  } catch {
    return null;
  }
}
