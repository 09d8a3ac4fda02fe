import { vi } from 'vitest';
import { themes } from '#/app/theme/tokens.ts';
import { untilAnswered } from '#/testing/fake-server.ts';

const { map, run, status } = themes.dark;

/** The colours that start-board.tsx reads from the style sheet. */
export const colors = {
  ...map,
  line: run.past,
  pig: run.pig,
  online: status.online.graphic,
  asleep: status.asleep.graphic,
  offline: status.alarm.graphic,
};

/** Lets the fake timers of a page run, and waits for the answers to what it asks. */
export async function passSeconds(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  await untilAnswered();
}
