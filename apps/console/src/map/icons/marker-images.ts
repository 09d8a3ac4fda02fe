import type { Map as MapEngine } from 'maplibre-gl';
import { listClusterPictures, type ClusterColors } from './cluster-icon.ts';
import { countChips, drawCountChip } from './count-chip.ts';
import { markerPictures } from './device-icons.ts';

/** Drawn once, at twice the size, so that they are sharp. */
const PIXEL_RATIO = 2;

async function drawPicture(address: string): Promise<ImageData> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width * PIXEL_RATIO;
  canvas.height = image.height * PIXEL_RATIO;
  // The pixels are read back at once, and reading from the graphics card would block.
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser draws no pictures.');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

function listPictures(colors: ClusterColors): ReadonlyArray<readonly [name: string, address: string]> {
  const chips = countChips.map(
    (chip) => [chip, `data:image/svg+xml,${encodeURIComponent(drawCountChip(chip, colors))}`] as const,
  );
  return [...Object.entries(markerPictures), ...chips, ...listClusterPictures(colors)];
}

/** Adds icons to the map's atlas, or replaces them there. */
export async function addPictures(
  map: MapEngine,
  pictures: ReadonlyArray<readonly [name: string, address: string]>,
): Promise<void> {
  const drawn = await Promise.all(pictures.map(([, address]) => drawPicture(address)));
  pictures.forEach(([name], index) => {
    const picture = drawn[index];
    if (!picture) return;
    if (map.hasImage(name)) map.updateImage(name, picture);
    else map.addImage(name, picture, { pixelRatio: PIXEL_RATIO });
  });
}

export async function addMarkerImages(map: MapEngine, colors: ClusterColors): Promise<void> {
  await addPictures(map, listPictures(colors));
}
