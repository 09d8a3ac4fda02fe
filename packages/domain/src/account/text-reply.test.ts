import { expect, test } from 'vitest';
import { readAcknowledgement, readTextWish } from './text-reply.ts';

test.each([
  ['stop', ['STOP', 'stop', ' Stop. ', '"Stop!"', 'Unsubscribe', 'cancel', 'END', 'quit', 'StopAll']],
  ['start', ['START', 'Yes', 'unstop', 'yes!\n']],
  [null, ['', 'stop it', 'the pig has stopped', 'no', 'help', '停止', 'yes sir', 'stopstart']],
])('reads %s from %j', (wish, texts) => {
  expect(texts.map(readTextWish)).toEqual(texts.map(() => wish));
});

test.each([
  ['ACK 123', 123],
  [' ack 123.', 123],
  ['Ack#7', 7],
  ['"ACK 123"', 123],
  ['ACK', null],
  ['ACK 1 2', null],
  ['ACK 1234567890', null],
  ['PACK 123', null],
  ['please ACK 123', null],
  ['123', null],
  ['', null],
])('[W-366] readAcknowledgement(%j) is %j', (text, number) => {
  expect(readAcknowledgement(text)).toBe(number);
});
