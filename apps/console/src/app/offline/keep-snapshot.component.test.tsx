import { afterEach, expect, it } from 'vitest';
import { loadDevices } from '#/features/devices/testing/sample-devices.ts';
import { putAll } from '#/features/runs/runs-store.ts';
import { useSession } from '#/features/session/session-store.ts';
import { render } from '#/testing/render.tsx';
import { keepSnapshot } from './keep-snapshot.ts';
import { forgetLastKnown } from './opened.ts';
import { loadSnapshot } from './snapshot-database.ts';

const stopping = new AbortController();

afterEach(() => {
  stopping.abort();
  forgetLastKnown();
});

it('keepSnapshot stores the first snapshot as soon as devices and runs are loaded', async () => {
  render(null);
  keepSnapshot(useSession.getState().user?.id ?? 0, stopping.signal);
  loadDevices({ uId: 100_234 });
  expect(await loadSnapshot()).toBeNull();
  putAll([]);
  await expect.poll(loadSnapshot).toMatchObject({ devices: [{ uid: 100_234 }], runs: [] });
});
