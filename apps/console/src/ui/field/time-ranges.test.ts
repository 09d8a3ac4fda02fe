import { expect, test } from 'vitest';
import { listTimeRanges } from './time-ranges.ts';

const NOW = Date.UTC(2026, 2, 18, 0, 6, 51);

test('[W-159] the last hour, today and the known run end now', () => {
  const run = { name: 'Cushing - Tulsa 16', launchAt: Date.UTC(2026, 2, 17, 18) };
  const to = '2026-03-18 00:06:51';
  expect(listTimeRanges(NOW, run)).toEqual([
    { label: 'Last hour', from: '2026-03-17 23:06:51', to },
    { label: 'Today', from: '2026-03-18 00:00:00', to },
    { label: 'This run (Cushing - Tulsa 16)', from: '2026-03-17 18:00:00', to },
  ]);
  expect(listTimeRanges(NOW).map(({ label }) => label)).toEqual(['Last hour', 'Today']);
});
