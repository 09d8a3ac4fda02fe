import type { PassageScene } from '../passage-scene.ts';
import type { Random } from '../random.ts';
import { addSources, shapeSound, type AudioSource } from '../source/audio.ts';
import { createClicks, type Click } from '../source/clicks.ts';
import { createResonance } from '../source/coloured-noise.ts';

export type GeoScene = Pick<PassageScene, 'speedMps' | 'tool' | 'site'>;

/** Knocks further away than this many carrying distances are inaudible. */
const HEARD_CARRIES = 6;
const REAR_CUP = 0.6;
const RUB_GAIN = 0.5;

function findLoudness({ carryM, nearM }: PassageScene['site']['hearing'], distanceM: number): number {
  return Math.exp(-Math.abs(distanceM) / carryM) / Math.sqrt(1 + (distanceM / nearM) ** 2);
}

/** Places of the welds near the device, in metres from it. */
function drawWelds(reachM: number, jointM: number, random: Random): number[] {
  const welds: number[] = [];
  for (let at = -reachM - jointM * random.unit(); at < reachM; at += jointM * (1 + random.normal() * 0.03))
    welds.push(at);
  return welds;
}

/** The front cups knock at every weld, the rear ones again; the knock travels along the pipe wall. */
function drawClicks(scene: GeoScene, reachM: number, random: Random): Click[] {
  const {
    speedMps,
    site,
    tool: { cups },
  } = scene;
  return drawWelds(reachM, site.jointM, random).flatMap((weldM) =>
    [
      { behindM: 0, gain: 1 },
      { behindM: cups.spacingM, gain: REAR_CUP },
    ].map(({ behindM, gain }) => ({
      startS: (weldM + behindM) / speedMps + Math.abs(weldM) / site.waveSpeedMps,
      amplitude: cups.strike * gain * findLoudness(site.hearing, weldM) * random.uniform(0.5, 1.2),
      frequencyHz: cups.ringHz * (1 + random.normal() * 0.06),
      decayS: cups.ringS,
    })),
  );
}

function createRubbing({ speedMps, site, tool: { cups } }: GeoScene, random: Random): AudioSource {
  const [nearM, power] = [random.uniform(2, 7), random.uniform(1, 2.2)];
  const strength = RUB_GAIN * cups.strike * cups.rub.share;
  const envelope = (tS: number) => {
    const x = speedMps * tS;
    return (strength * Math.exp(-Math.abs(x) / site.hearing.carryM)) / (1 + (x / nearM) ** 2) ** (power / 2);
  };
  return shapeSound(createResonance(cups.rub.centreHz, cups.rub.quality, random), envelope);
}

/** The sound of the pig from `withinS` before to `withinS` after the passage. */
export function createGeoPassage(scene: GeoScene, withinS: number, random: Random): AudioSource {
  const reachM = Math.min(HEARD_CARRIES * scene.site.hearing.carryM, scene.speedMps * withinS);
  return addSources(createClicks(drawClicks(scene, reachM, random)), createRubbing(scene, random));
}
