import { exampleSilence } from '@waymark/contract/alerts/silence-row';
import type { Alert } from '../alerts-store.ts';
import type { SilenceRow } from '../silences-store.ts';

/** An open alert of a run that no user has acknowledged. */
export const makeAlert = (id: number, change: Partial<Alert> = {}): Alert => ({
  id,
  groupId: 3,
  runId: 41,
  pathId: 7,
  runName: 'North line',
  pig: 'CLN-16-02',
  kind: 'agm-offline',
  state: 'raised',
  markerName: null,
  uid: null,
  words: { us: 'us', metric: 'metric' },
  translations: null,
  raisedAt: '2026-03-18 04:40:10',
  lastRaisedAt: '2026-03-18 04:40:10',
  count: 1,
  notifiedAt: null,
  acknowledged: null,
  assigned: null,
  endedAt: null,
  closedAt: null,
  nextEscalation: null,
  ...change,
});

/** A silence of the whole company that does not end during a test. */
export const makeSilence = (id: number, change: Partial<SilenceRow> = {}): SilenceRow => ({
  ...exampleSilence,
  id,
  pathId: null,
  pathName: null,
  markerName: null,
  uid: null,
  kind: null,
  from: '2026-01-01 00:00:00',
  until: '2099-01-01 00:00:00',
  endedBy: null,
  ...change,
});
