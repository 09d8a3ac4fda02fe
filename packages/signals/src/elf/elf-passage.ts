import { turnedField } from '../dipole.ts';
import { locatePig, type PassageScene } from '../passage-scene.ts';
import type { Random } from '../random.ts';
import { IF_HZ } from '../sampling.ts';
import { findRhoM } from '../site.ts';
import { silence, type Signal } from '../source/signal.ts';
import type { Transmitter } from '../tool.ts';

const DETECTOR_HALF_WIDTH_HZ = 1;
/** Frequency error of a quartz, and of a transmitter in the cold. */
const FREQUENCY_ERROR_HZ = 0.05;

/** Flat within ±1 Hz, steep beyond. */
function passBand(offsetHz: number): number {
  return 1 / Math.sqrt(1 + (offsetHz / DETECTOR_HALF_WIDTH_HZ) ** 12);
}

function createPulse(pulse: Transmitter['pulse'], random: Random): Signal {
  if (pulse === null) return () => 1;
  const { periodS, duty } = pulse;
  const offset = random.unit();
  return (tS) => {
    const turns = tS / periodS + offset;
    return turns - Math.floor(turns) < duty ? 1 : 0;
  };
}

export type ElfScene = Pick<PassageScene, 'speedMps' | 'accelerationMps2' | 'tool' | 'site'>;

/** The transmitter's signed amplitude above ground in nT, without carrier and noise. */
export function createElfAmplitude({ tool, site, ...motion }: ElfScene, random: Random): Signal {
  if (tool.transmitter === null) return silence;
  const strength = tool.transmitter.momentAm2 * site.shielding;
  const rho = findRhoM(site) * site.broadening.elf;
  const pulse = createPulse(tool.transmitter.pulse, random);
  return (tS) => pulse(tS) * strength * turnedField(locatePig(motion, tS), rho, site.angleRad.elf);
}

/** Mixes an amplitude at `frequencyHz` down to the intermediate frequency of a detector for `detectorHz`. */
export function mixToIf(amplitude: Signal, frequencyHz: number, detectorHz: number, random: Random): Signal {
  const offsetHz = frequencyHz - detectorHz + random.normal() * FREQUENCY_ERROR_HZ;
  const gain = passBand(offsetHz);
  const phaseRad = random.angle();
  return (tS) => gain * amplitude(tS) * Math.cos(2 * Math.PI * (IF_HZ + offsetHz) * tS + phaseRad);
}
