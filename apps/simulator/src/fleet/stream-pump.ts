import { Random } from '@waymark/signals/random';
import { FRAME_S } from '@waymark/signals/stream/stream-scene';
import { StreamSource } from '@waymark/signals/stream/stream-source';
import { computeReception } from '../device/reception.ts';
import { getSensitivity } from '../device/record-passage.ts';
import type { DeviceState } from '../device/state.ts';
import type { PigPassing } from '../passage/build-passage.ts';
import { drawSiteOf } from './pig-traffic.ts';
import type { Timeline } from './timeline.ts';
import type { VirtualDevice } from './virtual-device.ts';

export interface StreamPumpOptions {
  readonly timeline: Timeline;
  readonly seed: number;
  /** The pig that the stream will show when it comes. */
  readonly findNextPig: (uid: number) => PigPassing | null;
}

const FRAME_MS = FRAME_S * 1000;
const WEAK_SIGNAL = 100;
const isStreaming = ({ isStreaming: isOn, life }: DeviceState) => isOn && life === 'online';

function openSource(device: VirtualDevice, options: StreamPumpOptions): StreamSource {
  const { seed, timeline, findNextPig } = options;
  const now = timeline.now();
  const { settings } = device.state;
  const pig = findNextPig(device.uid);
  const scene = {
    site: drawSiteOf(seed, device.uid),
    sensitivity: getSensitivity(settings),
    detectorsHz: settings.frequencies.slice(1),
    pig: pig && { speedMps: pig.speedMps, accelerationMps2: 0, tool: pig.tool, passesAtS: (pig.at - now) / 1000 },
    disturbances: [],
  };
  return new StreamSource(scene, new Random(`${seed}/stream/${device.uid}/${Math.round(now)}`));
}

/** Sends a frame every 0.96 s for every streaming device. */
export class StreamPump {
  readonly #options: StreamPumpOptions;
  readonly #running = new Set<number>();

  constructor(options: StreamPumpOptions) {
    this.#options = options;
  }

  /** Must be called after every step. */
  watch(device: VirtualDevice): void {
    if (!isStreaming(device.state) || this.#running.has(device.uid) || this.#options.timeline.isReplaying) return;
    this.#running.add(device.uid);
    const startedAt = this.#options.timeline.now();
    this.#sendFrames(device, openSource(device, this.#options), startedAt, 0);
  }

  #sendFrames(device: VirtualDevice, source: StreamSource, startedAt: number, seq: number): void {
    const { timeline } = this.#options;
    const t = Math.round(startedAt + seq * FRAME_MS);
    timeline.plan(t + FRAME_MS, () => {
      if (!isStreaming(device.state)) return void this.#running.delete(device.uid);
      const { triggers, ...content } = source.next();
      const { signalStrength } = computeReception(device.state.profile, t);
      device
        .say({
          name: 'stream',
          body: {
            ...content,
            triggers,
            t,
            seq: seq & 0xffff,
            geoLaw: signalStrength > WEAK_SIGNAL ? 'mu-law' : 'linear',
            via: device.state.profile.link === 'bluetooth' ? 'bt' : 'cell',
          },
        })
        .catch(() => undefined);
      this.#sendFrames(device, source, startedAt, seq + 1);
    });
  }
}
