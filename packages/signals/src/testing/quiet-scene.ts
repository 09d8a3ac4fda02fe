import type { PassageScene } from '../passage-scene.ts';
import { CHANNELS } from '../sampling.ts';
import type { Site } from '../site.ts';
import type { Tool } from '../tool.ts';

// A pig 2 m below a sensor along the pipe, without noise, errors or shielding: tests the formulas alone.

export const QUIET_SITE: Site = {
  depthM: 2,
  offsetM: 0,
  shielding: 1,
  broadening: { elf: 1, mag: 1 },
  angleRad: { elf: 0, mag: 0 },
  jointM: 12.2,
  hearing: { carryM: 60, nearM: 5 },
  waveSpeedMps: 500,
  noise: {
    elf: { white: 0, line: null },
    mag: { white: 0, drift: 0, line: null },
    geo: { white: 0, line: null },
  },
};

export const PLAIN_TOOL: Tool = {
  transmitter: { frequencyHz: 22, momentAm2: 0.2, pulse: null },
  magnets: { momentAm2: 1, second: null },
  cups: { strike: 0.5, spacingM: 1, ringHz: 80, ringS: 0.03, rub: { share: 0.3, centreHz: 100, quality: 3 } },
};

export const QUIET_SCENE: PassageScene = {
  speedMps: 1,
  accelerationMps2: 0,
  tool: PLAIN_TOOL,
  site: QUIET_SITE,
  detectorHz: 22,
  sensitivity: { elf: 4, geo: 4, mag: 4 },
  channels: CHANNELS,
  lateS: 0,
};

/** The same site with ordinary noise. */
export const ORDINARY_SITE: Site = {
  ...QUIET_SITE,
  noise: {
    elf: { white: 0.03, line: null },
    mag: { white: 0.2, drift: 0.5, line: null },
    geo: { white: 0.008, line: null },
  },
};
