import { z } from 'zod';
import { time, via } from './fields.ts';
import { firmwareText } from '../firmware.ts';

export const onlineStatus = z.object({
  online: z.literal(1),
  via,
  fw: firmwareText.describe('firmware; a text, because 10.7 and 10.70 are two versions'),
  t: time,
});

/** Registered with the broker at connect, so it has no time of its own. */
export const lostStatus = z.object({ online: z.literal(0), why: z.literal('lwt'), via });

export const sleepStatus = z.object({
  online: z.literal(0),
  why: z.literal('sleep'),
  via,
  until: time.describe('UTC milliseconds of the wake-up'),
  t: time.optional(),
});
export const shutdownStatus = z.object({ online: z.literal(0), why: z.literal('shutdown'), via, t: time });

/** Retained, so that later subscribers know the state of the device. */
export const statusSchema = z.union([onlineStatus, lostStatus, sleepStatus, shutdownStatus]);
export type Status = z.output<typeof statusSchema>;

/** The last will of a device's or relay's connection. */
export function buildLastWill(by: 'cell' | 'bt'): Status {
  return { online: 0, why: 'lwt', via: by };
}
