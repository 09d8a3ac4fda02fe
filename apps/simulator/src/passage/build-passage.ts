import { recordFalseTrigger, recordPassage } from '@waymark/signals/device-record';
import { drawDisturbance } from '@waymark/signals/disturbance';
import { drawPassageScene } from '@waymark/signals/passage-scene';
import type { Random } from '@waymark/signals/random';
import type { Site } from '@waymark/signals/site';
import type { Tool } from '@waymark/signals/tool';
import { getSensitivity, listListening } from '../device/record-passage.ts';
import type { DeviceState } from '../device/state.ts';
import type { PassageEvent } from './passage-event.ts';

/** The true passing of a pig under a device. */
export interface PigPassing {
  readonly at: number;
  readonly speedMps: number;
  readonly tool: Tool;
}

const TIMING_S = { electromagnetic: 0.3, acoustic: 0.8 } as const;
const USUAL_DETECTOR = 1;

/**
 * The device's view of a passing pig; null if it misses it. The measured time is slightly off, less so with a
 * transmitter or magnets.
 */
export function buildPigPassage(
  state: DeviceState,
  site: Site,
  passing: PigPassing,
  random: Random,
): PassageEvent | null {
  const freq = passing.tool.transmitter?.frequencyHz ?? state.settings.frequencies[USUAL_DETECTOR];
  const channels = listListening(state, freq);
  if (channels.length === 0 || random.fork('miss').chance(state.profile.missProbability)) return null;
  const { transmitter, magnets } = passing.tool;
  const isElectromagnetic =
    (transmitter !== null && channels.includes('elf')) || (magnets !== null && channels.includes('mag'));
  const lateS = random.fork('late').normal() * (isElectromagnetic ? TIMING_S.electromagnetic : TIMING_S.acoustic);
  const known = {
    speedMps: passing.speedMps,
    tool: passing.tool,
    site,
    detectorHz: freq,
    channels,
    lateS,
    sensitivity: getSensitivity(state.settings),
  };
  const scene = drawPassageScene(known, random.fork('scene'));
  return { at: passing.at + lateS * 1000, freq, record: recordPassage(scene, random.fork('record')) };
}

/** A typical disturbance at such a place, not a pig. */
export function buildFalsePassage(state: DeviceState, site: Site, at: number, random: Random): PassageEvent {
  const disturbance = drawDisturbance(state.profile.site, random.fork('kind'));
  const scene = { site, sensitivity: getSensitivity(state.settings) };
  const record = recordFalseTrigger(disturbance, scene, random.fork('record'));
  return { at, freq: state.settings.frequencies[USUAL_DETECTOR], record };
}
