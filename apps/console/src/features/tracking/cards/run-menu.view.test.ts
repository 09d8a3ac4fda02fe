import { expect, it } from 'vitest';
import { listRunActs } from './run-menu.view.ts';

const labels = (isAdmin: boolean, hasGround = false) => listRunActs({ isAdmin, hasGround }).map(({ label }) => label);

it('[T-012, T-013, T-014, T-015] the menu of a run begins with its settings', () => {
  expect(labels(true)).toEqual(
    expect.arrayContaining(['Auto Link/Verify', 'Notifications', 'AGMs', 'Edit Launch Time']),
  );
});

it('[T-016, T-017, T-018, W-252] the menu of a run goes on with markers, ending and, apart from it, cancelling', () => {
  expect(labels(true)).toEqual([
    'Zoom to Pig',
    'Fit Run',
    'Follow Pig',
    'Run Sheet',
    'Share Run',
    'Auto Link/Verify',
    'Notifications',
    'AGMs',
    'Edit Launch Time',
    'Add Marker',
    'Edit Pig Info',
    'Edit Tool Speed',
    'Unassociated Passages',
    'End/Save Run',
    'Cancel Run',
  ]);
});

it("[T-019, T-062] a viewer's menu has only entries that show, and Add Marker", () => {
  expect(labels(false)).toEqual(['Zoom to Pig', 'Fit Run', 'Follow Pig', 'Run Sheet', 'Add Marker']);
});

it('[W-294] the menu of a run offers to save the map only where the installation has map files, to everyone', () => {
  for (const isAdmin of [true, false]) {
    expect(labels(isAdmin, true)).toContain('Map for Offline Use');
    expect(labels(isAdmin, false)).not.toContain('Map for Offline Use');
  }
});
