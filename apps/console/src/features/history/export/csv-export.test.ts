import { expect, it } from 'vitest';
import { countLines, describeProgress, findShare, nameExport } from './csv-export.ts';

it('[H-048] a file is named after device, tab and day', () => {
  const at = Date.UTC(2026, 2, 18, 23, 59, 59);
  expect([nameExport(100_234, 'Passage', at), nameExport(7, 'Heartbeat', at)]).toEqual([
    '100234-Passage-2026-03-18.csv',
    '7-Heartbeat-2026-03-18.csv',
  ]);
});

it('countLines counts lines across chunks', () => {
  const encode = (text: string) => new TextEncoder().encode(text);
  expect([countLines(encode('a,b\r\n1,')), countLines(encode('2\r\n3,4\r\n')), countLines(encode(''))]).toEqual([
    1, 2, 0,
  ]);
});

it('describeProgress does not count the header, and is limited to 100 %', () => {
  expect([
    describeProgress(0, 1041),
    describeProgress(1, 1041),
    describeProgress(621, 1041),
    describeProgress(2000, 1041),
  ]).toEqual([
    'Exported 0 of 1,041 rows',
    'Exported 0 of 1,041 rows',
    'Exported 620 of 1,041 rows',
    'Exported 1,041 of 1,041 rows',
  ]);
  expect([findShare(0, 10), findShare(6, 10), findShare(30, 10), findShare(1, 0)]).toEqual([0, 0.5, 1, 0]);
});
