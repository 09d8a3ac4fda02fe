// Other features call these inside their change.

export { planStreamStop, STOP_AFTER_MS, STREAM_STOP_JOB, type LeftStream } from './plan-stream-stop.ts';
