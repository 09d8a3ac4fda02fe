import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import packageFile from '../../package.json' with { type: 'json' };

/** The root folder of the project or of an unpacked release. */
export const ROOT = path.resolve(import.meta.dirname, '../../../..');

const releaseNote = z.object({ commit: z.string().nullable() });

/** Equal to the version in all our package.json files, release notes and the change log; a test checks that. */
export const VERSION = packageFile.version;

/** The commit of this release; null outside of a release. */
export function readCommit(): string | null {
  try {
    return releaseNote.parse(JSON.parse(readFileSync(path.join(ROOT, 'release.json'), 'utf8'))).commit;
  } catch {
    return null;
  }
}
