// @ts-check
import fs from 'node:fs';
import path from 'node:path';

/**
 * The bytes of all files in a folder.
 * @param {string} folder
 * @returns {number}
 */
export function measureFolder(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const place = path.join(folder, entry.name);
    return sum + (entry.isDirectory() ? measureFolder(place) : fs.lstatSync(place).size);
  }, 0);
}
