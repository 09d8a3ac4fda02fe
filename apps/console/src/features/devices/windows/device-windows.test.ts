import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  closeDeviceWindow,
  closeDeviceWindows,
  openDeviceWindow,
  openPassageWindow,
  useDeviceWindows,
} from './device-windows.ts';

const listOpen = () => useDeviceWindows.getState().open;
const passage = { uid: 7, passageId: 70, source: 'historic_data' } as const;

describe('the windows of devices', () => {
  afterEach(() => {
    closeDeviceWindows();
    vi.restoreAllMocks();
  });

  it('there is one window per kind and device', () => {
    openDeviceWindow('history', 7);
    openDeviceWindow('history', 7);
    openDeviceWindow('history', 8);
    expect(listOpen()).toEqual([
      { kind: 'history', uid: 7 },
      { kind: 'history', uid: 8 },
    ]);
    closeDeviceWindow({ kind: 'history', uid: 7 });
    expect(listOpen()).toEqual([{ kind: 'history', uid: 8 }]);
  });

  it('[P-011] a chart stores its origin, and shows another passage when one is opened', () => {
    openPassageWindow(passage);
    openPassageWindow({ uid: 7, passageId: 71, source: 'selected_passage', type: 1 });
    openPassageWindow({ ...passage, uid: 8 });
    expect(listOpen()).toEqual([
      { kind: 'passage', uid: 7, passageId: 71, source: 'selected_passage', type: 1 },
      { kind: 'passage', uid: 8, passageId: 70, source: 'historic_data' },
    ]);
  });

  it.each([
    { uid: null, passageId: 70 },
    { uid: 7, passageId: null },
  ])('[P-053] a passage without uid or id ($uid, $passageId) opens nothing and logs "Missing passageId"', (missing) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    openPassageWindow({ ...passage, ...missing });
    expect(listOpen()).toEqual([]);
    expect(log.mock.calls.map(([error]) => String(error))).toEqual(['Error: Missing passageId']);
  });
});
