import { expect, test } from 'vitest';
import { readTextWish } from './text-reply.ts';

test.each([
  ['stop', ['STOP', 'stop', ' Stop. ', '"Stop!"', 'Unsubscribe', 'cancel', 'END', 'quit', 'StopAll']],
  ['start', ['START', 'Yes', 'unstop', 'yes!\n']],
  [null, ['', 'stop it', 'the pig has stopped', 'no', 'help', '停止', 'yes sir', 'stopstart']],
])('reads %s from %j', (wish, texts) => {
  expect(texts.map(readTextWish)).toEqual(texts.map(() => wish));
});
