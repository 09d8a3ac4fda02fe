import { AGM_HUB } from '@waymark/contract/events/index';
import * as library from 'socket.io-msgpack-parser';
import { expect, test } from 'vitest';
import { MalformedFrame } from './msgpack-reader.ts';
import { Decoder } from './socket-server.ts';

function decode(packet: unknown): unknown {
  const [frame] = new library.Encoder().encode(packet) as unknown as [Buffer];
  const decoder = new Decoder();
  let decoded: unknown;
  decoder.on('decoded', (value: unknown) => {
    decoded = value;
  });
  decoder.add(Buffer.from(frame));
  return decoded;
}

test.each([
  { type: 0, nsp: AGM_HUB, data: { token: 'a token' } },
  { type: 0, nsp: '/stream' },
  { type: 1, nsp: AGM_HUB },
  { type: 2, nsp: AGM_HUB, data: ['ShowPigRuns', [1, 2]], id: 4 },
  { type: 2, nsp: AGM_HUB, data: ['NoArgument'] },
])('the decoder reads the client packet %j', (packet) => {
  expect(decode(packet)).toEqual(packet);
});

test('the decoder drops the fields that the server does not need', () => {
  const call = { type: 2, nsp: AGM_HUB, data: ['RenewToken', 'x'], id: 0 };
  expect(decode({ ...call, options: { compress: true } })).toEqual(call);
  expect(decode({ type: 0, nsp: AGM_HUB, data: undefined })).toEqual({ type: 0, nsp: AGM_HUB, data: undefined });
});

test.each<[string, unknown]>([
  ['an acknowledgement, as the hub asks for none', { type: 3, nsp: AGM_HUB, data: [], id: 1 }],
  ['a refusal, as only the server refuses', { type: 4, nsp: AGM_HUB, data: { message: 'x' } }],
  ['an unknown type', { type: 5, nsp: AGM_HUB, data: ['x'] }],
  ['no namespace', { type: 2, data: ['x'] }],
  ['a namespace beyond 100 characters', { type: 0, nsp: `/${'x'.repeat(100)}` }],
  ['a call without a name', { type: 2, nsp: AGM_HUB, data: [] }],
  ['a call whose name is no text', { type: 2, nsp: AGM_HUB, data: [5] }],
  ['an answer number that is no integer', { type: 2, nsp: AGM_HUB, data: ['x'], id: 0.5 }],
  ['an answer number below 0', { type: 2, nsp: AGM_HUB, data: ['x'], id: -1 }],
  ['a sign-in that is no object', { type: 0, nsp: AGM_HUB, data: 'x' }],
  ['null', null],
  ['a list', []],
])('[W-001] the decoder refuses %s', (_what, packet) => {
  expect(() => decode(packet)).toThrow(MalformedFrame);
});

test('[W-001] the decoder refuses a text frame', () => {
  expect(() => new Decoder().add('40/agm,{}')).toThrow(MalformedFrame);
});
