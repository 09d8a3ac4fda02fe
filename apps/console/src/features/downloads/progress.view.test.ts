import { exampleDownloadRow } from '@waymark/contract/downloads/download-row';
import { describe, expect, it } from 'vitest';
import { describeDownloadState, describePackets, findShare, takeRows } from './progress.view.ts';

describe('the progress of a download', () => {
  it('[O-047] states are described in words', () => {
    expect((['QC', 'D', 'DC'] as const).map(describeDownloadState)).toEqual([
      'Queued Command',
      'Downloading',
      'Download Complete',
    ]);
  });

  it.each([
    [0, null, '0', null],
    [12, null, '12', null],
    [12, 48, '12 of 48', 0.25],
    [1204, 1204, '1,204 of 1,204', 1],
    [5, 4, '5 of 4', 1],
    [0, 0, '0 of 0', 1],
  ])('%d packets of %s are "%s"', (packetsReceived, packetsTotal, words, share) => {
    expect([describePackets({ packetsReceived, packetsTotal }), findShare({ packetsReceived, packetsTotal })]).toEqual([
      words,
      share,
    ]);
  });
});

describe('the events of downloads', () => {
  const list = [1, 2, 3].map((cId) => ({ ...exampleDownloadRow, cId, packetsReceived: 0 }));
  const heard = (cId: number, packetsReceived: number) => ({ ...exampleDownloadRow, cId, packetsReceived });
  const take = (events: readonly ReturnType<typeof heard>[]) => takeRows(list, events, (_, row) => row);

  it('[O-049, C-111, V-028] an event replaces the progress of its download; the last one counts, the other rows stay the same', () => {
    const next = take([heard(2, 4), heard(2, 5)]);
    expect(next.map(({ packetsReceived }) => packetsReceived)).toEqual([0, 5, 0]);
    expect([next[0] === list[0], next[2] === list[2]]).toEqual([true, true]);
  });

  it('an event of another download changes nothing', () => {
    expect(take([heard(9, 4)])).toBe(list);
    expect(take([])).toBe(list);
  });
});
