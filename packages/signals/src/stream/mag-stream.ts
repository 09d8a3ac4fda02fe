import { AC_COUPLING_HZ, createMagBackground } from '../mag/mag-background.ts';
import { MAG_DISTURBANCES } from '../mag/mag-disturbance.ts';
import { createMagField, turnField, type PipeField } from '../mag/mag-passage.ts';
import type { Random } from '../random.ts';
import { EM_INTERVAL_S } from '../sampling.ts';
import { findRhoM, type Site } from '../site.ts';
import { createAcCoupling } from '../source/ac-coupling.ts';
import { addSignals, delay, type Signal } from '../source/signal.ts';
import type { StreamScene } from './stream-scene.ts';

/** A sample in nT. The sensor points along x, so x is also the raw signal. */
export interface MagRow {
  readonly value: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

const NO_FIELD = (): PipeField => ({ axial: 0, radial: 0 });

export class MagStream {
  readonly #site: Site;
  readonly #field: (tS: number) => PipeField;
  readonly #along: Signal;
  readonly #across: Signal;
  readonly #upright: Signal;
  readonly #couple = createAcCoupling(AC_COUPLING_HZ, EM_INTERVAL_S);

  constructor({ site, pig, disturbances }: StreamScene, random: Random) {
    this.#site = site;
    const field = pig === null ? null : createMagField({ ...pig, site });
    this.#field = field && pig ? (tS) => field(tS - pig.passesAtS) : NO_FIELD;
    const disturbed = disturbances.flatMap((one) =>
      one.channel === 'mag' ? [delay(MAG_DISTURBANCES[one.kind](random), one.atS)] : [],
    );
    this.#along = addSignals(createMagBackground(site.noise.mag, random), ...disturbed);
    this.#across = createMagBackground(site.noise.mag, random);
    this.#upright = createMagBackground(site.noise.mag, random);
  }

  next(tS: number): MagRow {
    const { depthM, offsetM, angleRad } = this.#site;
    const field = this.#field(tS);
    const x = this.#along(tS) + turnField(field, angleRad.mag);
    const beside = turnField(field, angleRad.mag + Math.PI / 2) / findRhoM(this.#site);
    return {
      value: this.#couple(x),
      x,
      y: this.#across(tS) + beside * offsetM,
      z: this.#upright(tS) + beside * depthM,
    };
  }
}
