import { constants } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { checkGroundFile } from '../features/ground/ground-files.ts';
import { groundFolderOf } from '../features/ground/ground.part.ts';
import { AdminError } from './open-database.ts';

export const formatSize = (bytes: number) =>
  bytes < 1e5 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

const SHOWN = {
  vector:
    'Set WAYMARK_TILES_BASIC=pmtiles: to draw it as the layer Basic; else it is drawn while no tile host answers.',
  terrain: 'Its heights are drawn as hills on the map without satellite images.',
};

const formatDegrees = (degrees: number) => degrees.toFixed(2);

/** Copies a checked PMTiles file into the data folder: whole or not at all. Returns what it covers, in words. */
export async function addMap(file: string, dataDir: string): Promise<string> {
  const checked = await checkGroundFile(file);
  if (!checked.ok) throw new AdminError(`${checked.failure.file} cannot be used: ${checked.failure.why}.`);
  const folder = groundFolderOf(dataDir);
  const target = path.join(folder, path.basename(file));
  await mkdir(folder, { recursive: true });
  try {
    await copyFile(file, `${target}.new`, constants.COPYFILE_FICLONE);
    await rename(`${target}.new`, target);
  } catch (error) {
    await rm(`${target}.new`, { force: true });
    throw error;
  }
  const { bounds, minZoom, maxZoom, bytes, attribution, terrain } = checked.value;
  const [west, south, east, north] = bounds.map(formatDegrees);
  return [
    `${target}: latitude ${south} to ${north}, longitude ${west} to ${east}, zooms ${minZoom} to ${maxZoom},`,
    `${[formatSize(bytes), attribution].filter((part) => part !== '').join(', ')}. The next start serves it.`,
    terrain === null ? SHOWN.vector : SHOWN.terrain,
  ].join('\n');
}
