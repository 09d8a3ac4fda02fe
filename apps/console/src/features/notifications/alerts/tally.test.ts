import { describe, expect, it } from 'vitest';
import { Tally } from './tally.ts';

function tell(...uids: readonly number[]) {
  const tally = new Tally();
  for (const [index, uid] of uids.entries()) tally.add({ event: 'passage', uid, detail: `at ${index}` });
  return tally.take();
}

describe('merged alerts', () => {
  it('a single alert shows its device and its detail', () => {
    expect(tell(300_201)).toEqual([{ event: 'passage', message: 'Passage: AGM 300201', detail: 'at 0', uid: 300_201 }]);
  });

  it('alerts of one device show their number and the newest detail', () => {
    expect(tell(7, 7, 7)).toEqual([{ event: 'passage', message: 'Passage: AGM 7, 3 times', detail: 'at 2', uid: 7 }]);
  });

  it('alerts of several devices name the first few', () => {
    expect(tell(7, 8, 7)).toEqual([{ event: 'passage', message: 'Passage: 2 AGMs', detail: '7, 8', uid: null }]);
    expect(tell(1, 2, 3, 4, 5, 6)).toEqual([
      { event: 'passage', message: 'Passage: 6 AGMs', detail: '1, 2, 3, 4 and 2 more', uid: null },
    ]);
  });

  it('alerts are merged into one line per event, and taken once', () => {
    const tally = new Tally();
    tally.add({ event: 'error', uid: 1, detail: 'code 3' });
    tally.add({ event: 'gpsFix', uid: 2, detail: '' });
    expect(tally.count).toBe(2);
    expect(tally.take().map(({ message }) => message)).toEqual(['Error: AGM 1', 'GPS fix: AGM 2']);
    expect([tally.count, tally.take()]).toEqual([0, []]);
  });
});
