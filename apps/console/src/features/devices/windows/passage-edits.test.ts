import { expect, it, vi } from 'vitest';
import { announceTimeEdit, onTimeEdited, toEditSource, type TimeEdit } from './passage-edits.ts';

it.each([
  ['historic_data', 'historic_data'],
  ['report_manager', 'report_manager'],
  ['selected_passage', 'verify_passage'],
] as const)('[P-010] a time edited in a chart that was opened from %s has the source %s', (opened, edited) => {
  expect(toEditSource(opened)).toBe(edited);
});

it('listeners receive an edit with its source, device and run, until they unsubscribe', () => {
  const take = vi.fn<(edit: TimeEdit) => void>();
  const stop = onTimeEdited(take);
  const edit = { source: 'verify_passage', uid: 7, runId: 41 } as const;
  announceTimeEdit(edit);
  stop();
  announceTimeEdit(edit);
  expect(take.mock.calls).toEqual([[edit]]);
});
