// The address of a Unix socket holds at most 107 bytes (103 on macOS), less than the path of many folders.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const limitBytes = process.platform === 'linux' ? 107 : 103;

function fitsSocketPath(file: string): boolean {
  return Buffer.byteLength(file) <= limitBytes;
}

/** Returns os.tmpdir() and /tmp, without a TMPDIR that is too long for a socket in a folder below it. */
export function findSocketRoots(): string[] {
  return [tmpdir(), '/tmp'].filter((root) => fitsSocketPath(path.join(root, 'x'.repeat(50))));
}

/** Makes a short path to the folder if `longestName` does not fit below its own. */
export function shortenFolder(folder: string, longestName: string): { path: string; remove: () => void } {
  if (fitsSocketPath(path.join(folder, longestName))) return { path: folder, remove: () => undefined };
  const parent = mkdtempSync(path.join(findSocketRoots()[0] ?? '/tmp', 'wm-'));
  const link = path.join(parent, 'l');
  symlinkSync(folder, link);
  return { path: link, remove: () => rmSync(parent, { recursive: true, force: true }) };
}
