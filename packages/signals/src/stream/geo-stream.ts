import { createGeoBackground } from '../geo/geo-background.ts';
import { GEO_DISTURBANCES } from '../geo/geo-disturbance.ts';
import { createGeoPassage } from '../geo/geo-passage.ts';
import type { Random } from '../random.ts';
import { addSources, delayAudio, type AudioSource } from '../source/audio.ts';
import type { StreamScene } from './stream-scene.ts';

/** Everything that the geophone hears, from the first sample of the stream on. */
export function createGeoStream({ site, pig, disturbances }: StreamScene, random: Random): AudioSource {
  const passing = pig === null ? [] : [delayAudio(createGeoPassage({ ...pig, site }, Infinity, random), pig.passesAtS)];
  const disturbed = disturbances.flatMap((one) =>
    one.channel === 'geo' ? [delayAudio(GEO_DISTURBANCES[one.kind](random), one.atS)] : [],
  );
  return addSources(createGeoBackground(site.noise.geo, random), ...passing, ...disturbed);
}
