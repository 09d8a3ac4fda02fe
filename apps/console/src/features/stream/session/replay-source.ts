import { readInstant, unpackFrame, type PackedRecording } from '../recording/recording-format.ts';
import type { FrameSource } from './session-types.ts';

/** Shortens a gap in the recording to at most this. */
const LONGEST_GAP_MS = 5000;

interface Replay {
  /** Playback speed: seconds of the recording per second. */
  readonly rate?: number;
}

/** The due time of each frame, in ms since the start of the recording. */
function planFrames(frames: PackedRecording['frames']): readonly number[] {
  const instants = frames.map(readInstant);
  let dueAt = 0;
  return instants.map((t, at) => (dueAt += Math.min(LONGEST_GAP_MS, t - (instants[at - 1] ?? t))));
}

/** Replays a recording from its beginning at each start, and sends nothing after its end. */
export function createReplaySource({ uid, frames }: PackedRecording, { rate = 1 }: Replay = {}): FrameSource {
  const dueTimes = planFrames(frames);
  return {
    kind: 'replay',
    uid,
    rate,
    start(onFrame) {
      const startedAt = performance.now();
      let next = 0;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const say = () => {
        const passed = (performance.now() - startedAt) * rate;
        // Timers of a hidden page are late: deliver all due frames together.
        for (let bytes = frames[next]; bytes && (dueTimes[next] ?? 0) <= passed; bytes = frames[next]) {
          next += 1;
          onFrame(unpackFrame(uid, bytes));
        }
        const dueAt = dueTimes[next];
        if (dueAt !== undefined) timer = setTimeout(say, Math.max(0, dueAt - passed) / rate);
      };
      timer = setTimeout(say);
      return async () => clearTimeout(timer);
    },
  };
}
