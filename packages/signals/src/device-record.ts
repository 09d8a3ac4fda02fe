import { AUDIO_BANDS, measureAudioBands } from './audio-bands.ts';
import type { Disturbance } from './disturbance.ts';
import { reduceToPeaks } from './geo/geo-record.ts';
import { measureRecord, type Measured } from './measure.ts';
import type { PassageScene } from './passage-scene.ts';
import type { Random } from './random.ts';
import { CHANNELS, type Channel } from './sampling.ts';
import {
  synthesizeElf,
  synthesizeFalse,
  synthesizeFalseGeoAudio,
  synthesizeGeoAudio,
  synthesizeMag,
  type FalseTriggerScene,
} from './synthesize.ts';

/** The data of a device after a trigger: records of the triggered channels and their measurements. */
export interface DeviceRecord {
  readonly waveforms: Readonly<Partial<Record<Channel, Int16Array>>>;
  readonly features: {
    /** In the order ELF, GEO, MAG; 0 for a channel without a record. */
    readonly snrDb: readonly [number, number, number];
    readonly widthS: readonly [number, number, number];
    /** Measured between welds; null: too few were heard. */
    readonly weldSpeedMps: number | null;
    readonly audioBands: readonly number[];
  };
}

const WELDS_NEEDED = 5;
const LEAST_WELD_SNR_DB = 10;
/** Joints vary in length, so a speed from five welds has about this relative error. */
const WELD_SPEED_ERROR = 0.022;

function measureWeldSpeed({ site, speedMps }: PassageScene, geoSnrDb: number, random: Random): number | null {
  const audibleM = 2 * site.hearing.carryM;
  if (geoSnrDb < LEAST_WELD_SNR_DB || audibleM < (WELDS_NEEDED - 1) * site.jointM) return null;
  return speedMps * (1 + WELD_SPEED_ERROR * random.normal());
}

type Waveforms = DeviceRecord['waveforms'];

function assemble(
  waveforms: Waveforms,
  audio: Float32Array | null,
  findWeldSpeed: (geoSnrDb: number) => number | null,
): DeviceRecord {
  const measure = (channel: Channel): Measured => {
    const samples = waveforms[channel];
    return samples ? measureRecord(channel, samples) : { snrDb: 0, widthS: 0 };
  };
  const [elf, geo, mag] = [measure('elf'), measure('geo'), measure('mag')];
  return {
    waveforms,
    features: {
      snrDb: [elf.snrDb, geo.snrDb, mag.snrDb],
      widthS: [elf.widthS, geo.widthS, mag.widthS],
      weldSpeedMps: findWeldSpeed(geo.snrDb),
      audioBands: audio ? measureAudioBands(audio) : Array.from({ length: AUDIO_BANDS }, () => 0),
    },
  };
}

/** ELF if the tool has a transmitter, MAG if it has magnets, GEO always; limited to the enabled channels. */
export function findChannels({ tool, channels }: Pick<PassageScene, 'tool' | 'channels'>): Channel[] {
  const can = { elf: tool.transmitter !== null, geo: true, mag: tool.magnets !== null };
  return CHANNELS.filter((channel) => can[channel] && channels.includes(channel));
}

export function recordPassage(scene: PassageScene, random: Random): DeviceRecord {
  const heard = findChannels(scene);
  const draw = random.split();
  const audio = heard.includes('geo') ? synthesizeGeoAudio(scene, draw.fork('geo')) : null;
  const waveforms = {
    ...(heard.includes('elf') && { elf: synthesizeElf(scene, draw.fork('elf')) }),
    ...(audio && { geo: reduceToPeaks(audio, scene.sensitivity.geo) }),
    ...(heard.includes('mag') && { mag: synthesizeMag(scene, draw.fork('mag')) }),
  };
  return assemble(waveforms, audio, (snrDb) => measureWeldSpeed(scene, snrDb, draw.fork('weld')));
}

/** Only the falsely triggered channel has a record. */
export function recordFalseTrigger(disturbance: Disturbance, scene: FalseTriggerScene, random: Random): DeviceRecord {
  if (disturbance.channel !== 'geo')
    return assemble({ [disturbance.channel]: synthesizeFalse(disturbance, scene, random) }, null, () => null);
  const audio = synthesizeFalseGeoAudio(disturbance.kind, scene.site, random);
  return assemble({ geo: reduceToPeaks(audio, scene.sensitivity.geo) }, audio, () => null);
}
