// @ts-check
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const LEFT_OUT = new Set(['node_modules', 'dist']);
const TEST_FILE = /\.test\.[cm]?[jt]sx?$/;

/**
 * One hash over names and contents of all that a build reads. Tests do not count.
 * @param {string} base
 * @param {readonly string[]} places files and folders under `base`
 */
export function hashSources(base, places) {
  const hash = createHash('sha256');
  for (const place of places) {
    for (const file of listFiles(base, place))
      hash
        .update(`${file}\0`)
        .update(fs.readFileSync(path.join(base, file)))
        .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} base
 * @param {string} place
 * @returns {string[]}
 */
function listFiles(base, place) {
  const stat = fs.statSync(path.join(base, place), { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return TEST_FILE.test(place) ? [] : [place];
  const names = fs.readdirSync(path.join(base, place)).filter((name) => !LEFT_OUT.has(name));
  return names.sort().flatMap((name) => listFiles(base, `${place}/${name}`));
}
