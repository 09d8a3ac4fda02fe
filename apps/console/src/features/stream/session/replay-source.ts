import { readInstant, unpackFrame, type PackedRecording } from '../recording/recording-format.ts';
import type { FrameSource } from './session-types.ts';

/** Where nothing was heard for long, no longer than this is waited for what came then. */
const LONGEST_GAP_MS = 5000;

interface Replay {
  /** How many seconds of the recording pass in one. */
  readonly rate?: number;
}

/** When each frame is due, in ms of the recording since it began. */
function planFrames(frames: PackedRecording['frames']): readonly number[] {
  const instants = frames.map(readInstant);
  let dueAt = 0;
  return instants.map((t, at) => (dueAt += Math.min(LONGEST_GAP_MS, t - (instants[at - 1] ?? t))));
}

/** A recording, from its beginning at each start; it falls silent at its end. */
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
        // A hidden page's timers are late: everything that is due comes together.
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
