import { describe, expect, it } from 'vitest';
import { checkChoice, readArrivedRun, VALIDATION_TITLE, type DownloadChoice } from './choice.view.ts';

const typed = (start: string, end: string, uids: readonly number[] = [7]): DownloadChoice => ({
  by: 'agms',
  start,
  end,
  uids,
});
const [START, END] = ['2026-03-18 00:00:00', '2026-03-18 09:30:00'];

describe('the choice of a download', () => {
  it('[O-054] a download by run requires a selected run', () => {
    const message = { title: 'Information Message', text: 'A completed pig run must be selected.' };
    expect(checkChoice({ by: 'run', runId: null })).toEqual({ message });
    expect(checkChoice({ by: 'run', runId: 41 })).toEqual({ value: { runId: 41 } });
  });

  it.each([
    [typed('', ''), 'The start date in the enter report parameters section is not valid.'],
    [typed('2026-02-30 00:00:00', END), 'The start date in the enter report parameters section is not valid.'],
    [typed(START, 'soon'), 'The end date in the enter report parameters section is not valid.'],
    [typed(END, START), 'The start date in the enter report parameters section must be before the end date.'],
    [typed(START, START), 'The start date in the enter report parameters section must be before the end date.'],
    [typed(START, END, []), 'At least one uid value must be selected in the enter report parameters section.'],
  ])('[O-055, O-056] a download by AGMs requires valid entries: %o', (choice, text) => {
    expect(VALIDATION_TITLE).toBe('Download Recorded Passage Data Validation');
    expect(checkChoice(choice)).toEqual({ message: { title: VALIDATION_TITLE, text } });
  });

  it('a download by AGMs uses the typed devices and time range', () => {
    expect(checkChoice(typed(START, END, [7, 8]))).toEqual({
      value: { launchDate: START, receiveDate: END, uidList: [7, 8] },
    });
  });

  it('a download by run uses its devices, from launch to receive', () => {
    const [launchAt, receivedAt] = [Date.parse('2026-03-18T00:00:00Z'), Date.parse('2026-03-18T09:30:00Z')];
    expect(readArrivedRun({ launchAt, receivedAt, uids: [7] })).toEqual({
      value: { launchDate: START, receiveDate: END, uidList: [7] },
    });
  });

  it.each([
    [{ launchAt: 1, receivedAt: null, uids: [7] }, 'A completed pig run must be selected.'],
    [{ launchAt: null, receivedAt: 2, uids: [7] }, 'The completed pig run has no launch time.'],
    [{ launchAt: 2, receivedAt: 2, uids: [7] }, 'The completed pig run ends before it begins.'],
    [{ launchAt: 1, receivedAt: 2, uids: [] }, 'The completed pig run has no AGMs.'],
  ])('a download by run reports incomplete runs: %o', (run, text) => {
    expect(readArrivedRun(run)).toMatchObject({ message: { text } });
  });
});
