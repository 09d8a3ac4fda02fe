import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render, unmountAll } from '#/testing/render.tsx';
import { CoveredEdgesContext, type CoveredEdges } from '../camera/free-area.ts';
import { useMapRoom } from '../camera/map-room.ts';
import { MapPopup } from './MapPopup.tsx';

const card = page.getByRole('region', { name: 'Card' });
/** The element that places the card at an edge; undefined beside its place. */
const dock = () => card.element().closest<HTMLElement>('[data-covers-map]');

// Without a map there is no place beside which a card could be.
afterEach(async () => {
  unmountAll();
  await page.viewport(1440, 900);
});

const NOTHING: CoveredEdges = { top: 0, right: 0, bottom: 0, left: 0 };

function show({ phoneEdge, covered = NOTHING }: { phoneEdge?: 'top' | 'bottom'; covered?: CoveredEdges } = {}): void {
  render(
    <CoveredEdgesContext value={covered}>
      <MapPopup lat={36} lon={-96} {...(phoneEdge && { phoneEdge })}>
        <section aria-label="Card">Text</section>
      </MapPopup>
    </CoveredEdgesContext>,
  );
}

it('MapPopup is at the lower edge of a phone, over its whole width', async () => {
  await page.viewport(390, 800);
  show();
  await expect.element(card).toBeVisible();
  expect(dock()?.dataset).toMatchObject({ edge: 'bottom' });
  expect(card.element().getBoundingClientRect()).toMatchObject({ left: 12, right: 378 });
});

it('MapPopup is at the upper edge of a phone if a sheet covers the lower half', async () => {
  await page.viewport(390, 800);
  show({ phoneEdge: 'top' });
  await expect.element(card).toBeVisible();
  expect(dock()?.dataset).toMatchObject({ edge: 'top' });
});

it('MapPopup is short and at the lower edge of a map that is too low for it', async () => {
  useMapRoom.setState({ height: 240 });
  show();
  await expect.element(card).toBeVisible();
  expect(dock()?.dataset).toMatchObject({ edge: 'bottom', inShort: 'true' });
});

it('MapPopup counts what covers the map: a high map whose edges are covered is too low', async () => {
  useMapRoom.setState({ height: 500 });
  show({ covered: { ...NOTHING, top: 100, bottom: 150 } });
  await expect.element(card).toBeVisible();
  expect(dock()?.dataset).toMatchObject({ inShort: 'true' });
});
