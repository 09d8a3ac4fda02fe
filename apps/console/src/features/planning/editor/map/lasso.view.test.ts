import { describe, expect, it } from 'vitest';
import { NEW_DRAFT } from '../draft.ts';
import { catchDevices, toggleDevice } from './lasso.view.ts';

const device = (uid: number, change: object = {}) => ({
  uid,
  groupId: 1,
  lat: 36,
  lon: -96 + uid / 10,
  isConnected: true,
  ...change,
});
const AROUND = [
  { lat: 35, lon: -97 },
  { lat: 37, lon: -97 },
  { lat: 37, lon: -95.65 },
  { lat: 35, lon: -95.65 },
];
const KNOWN = [device(1), device(2), device(3, { isConnected: false }), device(4), device(5, { lat: null, lon: null })];

describe('the lasso', () => {
  it('[R-031] the lasso adds the devices within, and stores the places of those that are offline', () => {
    const { draft, message } = catchDevices(NEW_DRAFT, AROUND, KNOWN, false);
    expect(draft).toMatchObject({ agms: [1, 2, 3], offlineAgms: { 3: { lat: 36, lon: -95.7 } } });
    expect(message).toBe('3 AGMs added');
  });

  it('the lasso says which devices it left out', () => {
    const mixed = [...KNOWN, device(1.5, { groupId: 2 })];
    expect(catchDevices({ ...NEW_DRAFT, agms: [1] }, AROUND, mixed, false)).toMatchObject({
      draft: { agms: [1, 2, 3] },
      message: '2 AGMs added',
      detail: '1 already there, 1 of another company left out',
    });
    expect(catchDevices(NEW_DRAFT, AROUND.slice(0, 2), KNOWN, false)).toEqual({
      draft: NEW_DRAFT,
      message: 'No AGMs there',
    });
  });

  it('the lasso removes the devices within on request', () => {
    const draft = { ...NEW_DRAFT, agms: [1, 4] };
    expect(catchDevices(draft, AROUND, KNOWN, true)).toMatchObject({ draft: { agms: [4] }, message: '1 AGM removed' });
    expect(catchDevices({ ...draft, agms: [4] }, AROUND, KNOWN, true).message).toBe('No AGMs of the path there');
  });
});

describe('a click on a device', () => {
  it('a click on a device adds it to the path, and removes it again', () => {
    const added = toggleDevice(NEW_DRAFT, 2, KNOWN);
    expect(added).toMatchObject({ draft: { agms: [2] }, message: 'AGM 2 added' });
    expect(toggleDevice(added.draft, 2, KNOWN)).toMatchObject({ draft: { agms: [] }, message: 'AGM 2 removed' });
  });

  it('a click on a device of another company says why it is not added', () => {
    const foreign = [...KNOWN, device(9, { groupId: 2 })];
    expect(toggleDevice({ ...NEW_DRAFT, agms: [1] }, 9, foreign)).toMatchObject({
      draft: { agms: [1] },
      message: 'AGM 9 is of another company',
    });
  });
});
