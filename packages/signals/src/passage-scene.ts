import type { Random } from './random.ts';
import { CHANNELS, type Channel } from './sampling.ts';
import { DEFAULT_SENSITIVITY, type Sensitivity } from './sensitivity.ts';
import { drawSite, type Site } from './site.ts';
import { drawTool, USUAL_FREQUENCY_HZ, type Tool } from './tool.ts';

export interface Motion {
  readonly speedMps: number;
  readonly accelerationMps2: number;
}

/** One pig under one device. */
export interface PassageScene extends Motion {
  readonly tool: Tool;
  readonly site: Site;
  /** What the ELF detector listens to. */
  readonly detectorHz: number;
  readonly sensitivity: Sensitivity;
  /** The channels switched on; GEO only with a geophone attached. */
  readonly channels: readonly Channel[];
  /** How much later than in truth the device takes the passage; the pig lies that much left of the record's centre. */
  readonly lateS: number;
}

/** A pig does not gain or lose speed for longer than this, before and after the passage. */
const ACCELERATING_S = 8;
const MOST_ACCELERATION_PER_SPEED = 0.1;

/** Metres the pig is past the sensor, `tS` after it was nearest. */
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

/** What is not known is drawn; a part that is given does not change what is drawn for the others. */
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
