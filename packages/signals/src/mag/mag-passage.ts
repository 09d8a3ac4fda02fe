import { axialField, radialField } from '../dipole.ts';
import { locatePig, type PassageScene } from '../passage-scene.ts';
import { findRhoM } from '../site.ts';

export type MagScene = Pick<PassageScene, 'speedMps' | 'accelerationMps2' | 'tool' | 'site'>;

/** Components along the pipe and away from it, in nT. */
export interface PipeField {
  readonly axial: number;
  readonly radial: number;
}

const NO_FIELD: PipeField = { axial: 0, radial: 0 };

/** The magnets' field at the sensor; the second body follows the first. */
export function createMagField({ tool, site, ...motion }: MagScene): (tS: number) => PipeField {
  const { magnets } = tool;
  if (magnets === null) return () => NO_FIELD;
  const rho = findRhoM(site) * site.broadening.mag;
  const { momentAm2, second } = magnets;
  return (tS) => {
    const x = locatePig(motion, tS);
    if (second === null) return { axial: momentAm2 * axialField(x, rho), radial: momentAm2 * radialField(x, rho) };
    const behind = x - second.behindM;
    return {
      axial: momentAm2 * (axialField(x, rho) + second.share * axialField(behind, rho)),
      radial: momentAm2 * (radialField(x, rho) + second.share * radialField(behind, rho)),
    };
  };
}

/** Monopolar for a sensor along the pipe, bipolar for one across it. */
export function turnField({ axial, radial }: PipeField, angleRad: number): number {
  return Math.cos(angleRad) * axial + Math.sin(angleRad) * radial;
}
