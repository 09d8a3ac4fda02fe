import { z } from 'zod';
import { uid } from '../devices/fields.ts';
import { defineMethod } from '../event.ts';

// The stream hub. Its only event goes to the connections that listen to the device.

export const streamMethods = {
  ListenToAgm: defineMethod({
    name: 'ListenToAgm',
    summary: 'From now on this connection hears the stream of the device.',
    argument: uid,
    example: 100_234,
  }),
  ShutupToAgm: defineMethod({
    name: 'ShutupToAgm',
    summary: 'This connection no longer hears the stream of the device.',
    argument: uid,
    example: 100_234,
  }),
};
export type StreamMethodName = keyof typeof streamMethods;

/** Carries a JSON text: {uid, seq, t, fs, fg, cnt, geodata[960], emdata[16][53]}. */
export const RECEIVE_STREAM = 'ReceiveStream';
export const receivedStream = z.string();
