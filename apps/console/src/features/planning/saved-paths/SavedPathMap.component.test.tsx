import { expect, it } from 'vitest';
import { useQuery } from '@tanstack/react-query';
import { pathsQuery } from '#/features/runs/runs.data.ts';
import { sendPath } from '#/features/runs/testing/run-fixtures.ts';
import { onShowBox, type Box } from '#/map/map-commands.ts';
import { answer } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { selectPath } from './manager-store.ts';
import { SavedPathMap } from './SavedPathMap.tsx';

const COLORS = { line: '#000', casing: '#fff', label: '#000', halo: '#fff', accent: '#00f' };

/** The manager beside the map loads the paths. */
function Manager() {
  useQuery(pathsQuery);
  return <SavedPathMap colors={COLORS} />;
}

it('[W-236] SavedPathMap shows all of a path when it is selected, once', async () => {
  const boxes: Box[] = [];
  const stop = onShowBox((box) => boxes.push(box));
  try {
    answer('GET /pigrun/pigpath', [sendPath(), sendPath({ pathId: 13, name: 'Another' })]);
    render(<Manager />);
    expect(boxes).toEqual([]);
    selectPath(12);
    await expect.poll(() => boxes.length).toBe(1);
    const [box] = boxes;
    expect([box?.west, box?.east]).toEqual([-96.767, expect.any(Number)]);
    selectPath(13);
    await expect.poll(() => boxes.length).toBe(2);
    selectPath(null);
    await expect.poll(() => boxes.length).toBe(2);
  } finally {
    stop();
  }
});
