import type { Random } from './random.ts';
import { CHANNELS, type Channel } from './sampling.ts';
import { DEFAULT_SENSITIVITY, type Sensitivity } from './sensitivity.ts';
import { drawSite, type Site } from './site.ts';
import { drawTool, USUAL_FREQUENCY_HZ, type Tool } from './tool.ts';

export interface Motion {
  readonly speedMps: number;
  readonly accelerationMps2: number;
}

/** A pig passing a device. */
export interface PassageScene extends Motion {
  readonly tool: Tool;
  readonly site: Site;
  /** Frequency of the ELF detector. */
  readonly detectorHz: number;
  readonly sensitivity: Sensitivity;
  /** The enabled channels; GEO only with a geophone. */
  readonly channels: readonly Channel[];
  /** Delay of the device's detection; the pig appears that much left of the record's centre. */
  readonly lateS: number;
}

/** Maximum duration of the acceleration before and after the passage. */
const ACCELERATING_S = 8;
const MOST_ACCELERATION_PER_SPEED = 0.1;

/** Distance of the pig past the sensor in metres, `tS` after the nearest point. */
export function locatePig({ speedMps, accelerationMps2 }: Motion, tS: number): number {
  const changingS = Math.max(-ACCELERATING_S, Math.min(ACCELERATING_S, tS));
  return speedMps * tS + accelerationMps2 * changingS * (tS - changingS / 2);
}

function drawAcceleration(speedMps: number, random: Random): number {
  const perSpeed = Math.max(
    -MOST_ACCELERATION_PER_SPEED,
    Math.min(MOST_ACCELERATION_PER_SPEED, random.normal() * 0.03),
  );
  return perSpeed * speedMps;
}

/** Draws the missing properties; a given one does not change the draws of the others. */
export function drawPassageScene(known: Partial<PassageScene>, random: Random): PassageScene {
  const draw = random.split();
  const speedMps = known.speedMps ?? draw.fork('speed').logUniform(0.25, 7);
  return {
    speedMps,
    accelerationMps2: drawAcceleration(speedMps, draw.fork('acceleration')),
    tool: known.tool ?? drawTool('mfl-combo', draw.fork('tool')),
    site: known.site ?? drawSite(draw.fork('site')),
    detectorHz: USUAL_FREQUENCY_HZ,
    sensitivity: DEFAULT_SENSITIVITY,
    channels: CHANNELS,
    lateS: draw.fork('late').normal() * 0.3,
    ...known,
  };
}
