import type { Disturbance } from './disturbance.ts';
import { createElfBackground } from './elf/elf-background.ts';
import { ELF_DISTURBANCES } from './elf/elf-disturbance.ts';
import { createElfAmplitude, mixToIf } from './elf/elf-passage.ts';
import { createGeoBackground } from './geo/geo-background.ts';
import { GEO_DISTURBANCES } from './geo/geo-disturbance.ts';
import { createGeoPassage } from './geo/geo-passage.ts';
import { RECORD_REACH_S, reduceToPeaks, renderAudio } from './geo/geo-record.ts';
import { AC_COUPLING_HZ, createMagBackground } from './mag/mag-background.ts';
import { MAG_DISTURBANCES } from './mag/mag-disturbance.ts';
import { createMagField, turnField } from './mag/mag-passage.ts';
import type { PassageScene } from './passage-scene.ts';
import type { Random } from './random.ts';
import { EM_INTERVAL_S } from './sampling.ts';
import { findFullScale, quantizeAll, type Sensitivity } from './sensitivity.ts';
import type { Site } from './site.ts';
import { createAcCoupling } from './source/ac-coupling.ts';
import { addSources, delayAudio } from './source/audio.ts';
import { addSignals, delay, renderRecord, type Signal } from './source/signal.ts';

// Synthesizes records of devices: 500 samples of 60 ms, with the trigger in the middle.

/** Place and settings of a false trigger. */
export interface FalseTriggerScene {
  readonly site: Site;
  readonly sensitivity: Sensitivity;
}

function coupleAndRender(signal: Signal): Float64Array {
  const couple = createAcCoupling(AC_COUPLING_HZ, EM_INTERVAL_S);
  return renderRecord((tS) => couple(signal(tS)));
}

export function synthesizeElf(scene: PassageScene, random: Random): Int16Array {
  const { site, tool, detectorHz, lateS, sensitivity } = scene;
  const background = createElfBackground(site.noise.elf, random);
  const amplitude = createElfAmplitude(scene, random);
  const pig = mixToIf(amplitude, tool.transmitter?.frequencyHz ?? detectorHz, detectorHz, random);
  return quantizeAll(renderRecord(addSignals(background, delay(pig, -lateS))), findFullScale('elf', sensitivity.elf));
}

export function synthesizeMag(scene: PassageScene, random: Random): Int16Array {
  const { site, lateS, sensitivity } = scene;
  const background = createMagBackground(site.noise.mag, random);
  const field = createMagField(scene);
  const pig: Signal = (tS) => turnField(field(tS + lateS), site.angleRad.mag);
  return quantizeAll(coupleAndRender(addSignals(background, pig)), findFullScale('mag', sensitivity.mag));
}

/** The geophone's audio at 1000 Hz, from which the record and the audio shares are derived. */
export function synthesizeGeoAudio(scene: PassageScene, random: Random): Float32Array {
  const background = createGeoBackground(scene.site.noise.geo, random);
  return renderAudio(addSources(background, delayAudio(createGeoPassage(scene, RECORD_REACH_S, random), -scene.lateS)));
}

export function synthesizeGeo(scene: PassageScene, random: Random): Int16Array {
  return reduceToPeaks(synthesizeGeoAudio(scene, random), scene.sensitivity.geo);
}

export function synthesizeFalseGeoAudio(kind: keyof typeof GEO_DISTURBANCES, site: Site, random: Random): Float32Array {
  return renderAudio(addSources(createGeoBackground(site.noise.geo, random), GEO_DISTURBANCES[kind](random)));
}

export function synthesizeFalse(
  disturbance: Disturbance,
  { site, sensitivity }: FalseTriggerScene,
  random: Random,
): Int16Array {
  switch (disturbance.channel) {
    case 'elf': {
      const background = createElfBackground(site.noise.elf, random);
      const signal = addSignals(background, ELF_DISTURBANCES[disturbance.kind](random));
      return quantizeAll(renderRecord(signal), findFullScale('elf', sensitivity.elf));
    }
    case 'mag': {
      const background = createMagBackground(site.noise.mag, random);
      const signal = addSignals(background, MAG_DISTURBANCES[disturbance.kind](random));
      return quantizeAll(coupleAndRender(signal), findFullScale('mag', sensitivity.mag));
    }
    case 'geo':
      return reduceToPeaks(synthesizeFalseGeoAudio(disturbance.kind, site, random), sensitivity.geo);
  }
}
