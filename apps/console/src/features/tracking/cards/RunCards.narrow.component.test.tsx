import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Run, RunPassage } from '@waymark/domain/run/run';
import { straightRun } from '@waymark/domain/run/testing/straight-run';
import { expectAccessible } from '#/testing/axe.ts';
import { refuse } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { answerUser, makeRun, minutesAgo, putRuns } from '#/features/runs/testing/run-fixtures.ts';
import { button, press } from '#/features/runs/testing/run-screen.ts';
import { loadRuns } from '#/features/runs/runs.loading.ts';
import { minimiseMarkerCard, selectMarker, useTracking } from '#/features/runs/run-selection.ts';
import { useMapRoom } from '#/map/camera/map-room.ts';
import { RunCards } from './RunCards.tsx';

// Run cards on a small map: 200 % zoom, and a tablet with the panel open.

const cards = page.getByRole('region', { name: /^Run \d+, / });

/** Finds figures and words that are clipped by their own box; a long title ends in an ellipsis. */
function listCut(): string[] {
  const isWordy = ({ childNodes }: Element) =>
    [...childNodes].some(({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim() !== '');
  return [...document.querySelectorAll('section[aria-label^="Run "] :is(dt, dd, p, span, small):not(header *)')]
    .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline')
    .filter((each) => isWordy(each) || each.matches('dd, p'))
    .map(({ textContent }) => textContent ?? '');
}

/** Finds figures whose text overlaps the next figure. */
function listCollisions(): string[] {
  const boxes = [...document.querySelectorAll('section[aria-label^="Run "] dl > div')].map((figure) => {
    const range = document.createRange();
    range.selectNodeContents(figure);
    return { figure, ...range.getBoundingClientRect().toJSON() } as { figure: Element } & DOMRect;
  });
  return boxes.flatMap((one, at) =>
    boxes.slice(at + 1).some((other) => one.right > other.left && one.top < other.bottom && other.top < one.bottom)
      ? [one.figure.textContent ?? '']
      : [],
  );
}

const notVerified = (markerName: string, passageAt: number): RunPassage => ({
  markerName,
  passageAt,
  uid: 347_001,
  endOfSnipAt: passageAt,
  isVerified: false,
  elfId: 71,
  geoId: null,
  magId: null,
  detectionCount: 12,
  frequency: 22,
  isOffline: false,
  isBluetooth: false,
  place: null,
  altitudeMm: null,
  samplingRate: 1000,
});

const watched = { linkedUid: 347_001 };
const RUNS: Readonly<Record<string, () => Run>> = {
  'on its way': () => straightRun({ launchAt: minutesAgo(30) }),
  paused: () =>
    straightRun({ launchAt: minutesAgo(30), edit: { at: minutesAgo(1), place: { lat: 36.05, lon: -97 }, speed: 0 } }),
  'long overdue': () => straightRun({ launchAt: minutesAgo(14 * 60) }, { M1: watched, M2: watched }),
  'heard and not verified': () =>
    straightRun({ launchAt: minutesAgo(80), passages: [notVerified('M1', minutesAgo(20))] }, { M1: watched }),
};

function renderCards(run: Run, width: number): void {
  answerUser();
  putRuns(run);
  render(
    <div style={{ position: 'relative', width, height: 420, containerType: 'inline-size' }}>
      <RunCards />
    </div>,
  );
}

for (const [state, make] of Object.entries(RUNS)) {
  for (const width of [320, 360, 388, 640, 720]) {
    it(`[W-147] RunCard of a run ${state} clips no text and its numbers do not overlap in ${width} px`, async () => {
      renderCards(make(), width);
      await expect.element(cards.first()).toBeVisible();
      await document.fonts.ready;
      expect(listCut()).toEqual([]);
      expect(listCollisions()).toEqual([]);
    });
  }
}

it('[W-147] RunCard starts minimised on a low map, and fits into it when it is expanded', async () => {
  useMapRoom.setState({ height: 186 });
  renderCards(makeRun(), 720);
  await expect.element(cards.first()).toBeVisible();
  expect(cards.first().element().clientHeight).toBeLessThan(60);
  await press('Show CLN-16-02 in full');
  await expect.poll(() => cards.getByRole('definition').elements().length).toBe(3);
  const { top, bottom } = cards.first().element().getBoundingClientRect();
  expect(bottom - top).toBeLessThanOrEqual(186);
  await expectAccessible();
  selectMarker(41, 'M2');
  await expect.element(button('Show CLN-16-02 in full')).toBeVisible();
  await press('Show CLN-16-02 in full');
  expect(useTracking.getState().markerName).toBeNull();
});

it('[W-147] RunCards leave a low map to the card of a marker in full, and to a failure to load', async () => {
  useMapRoom.setState({ height: 186 });
  renderCards(makeRun(), 720);
  selectMarker(41, 'M2');
  await expect.element(button('Show CLN-16-02 in full')).toBeVisible();
  minimiseMarkerCard(41, false);
  await expect.element(cards).not.toBeInTheDocument();
  refuse('GET /pigrun', 'internal-error');
  await loadRuns().catch(() => undefined);
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^Active runs did not load/);
  await expect.element(cards).not.toBeInTheDocument();
  minimiseMarkerCard(41, true);
  await expect.element(cards.first()).toBeVisible();
});

for (const [state, words] of [
  ['on its way', /^To M1/],
  ['heard and not verified', /^To M1 heard not verified$/],
] as const) {
  it(`[W-147] RunCard of a run ${state} shows the whole time to the next marker in 328 px, minimised`, async () => {
    useMapRoom.setState({ height: 186 });
    renderCards(RUNS[state]?.() ?? makeRun(), 360);
    const short = cards.first().getByTitle(words);
    await expect.element(short).toBeVisible();
    expect(short.element().scrollWidth).toBeLessThanOrEqual(short.element().clientWidth);
    expect(short.element().scrollHeight).toBeLessThanOrEqual(short.element().clientHeight + 1);
  });
}

it('[W-147] RunCard shows the whole time to the next marker in 328 px, minimised, with the button for more runs', async () => {
  useMapRoom.setState({ height: 186 });
  answerUser();
  putRuns(straightRun({ launchAt: minutesAgo(30) }), straightRun({ runId: 42, launchAt: minutesAgo(14 * 60) }));
  render(
    <div style={{ position: 'relative', width: 360, height: 420, containerType: 'inline-size' }}>
      <RunCards />
    </div>,
  );
  await expect.element(page.getByRole('button', { name: /^1 more/ })).toBeVisible();
  const short = cards.first().getByTitle(/^To M1/);
  expect(short.element().scrollWidth).toBeLessThanOrEqual(short.element().clientWidth);
  expect(cards.first().element().clientHeight).toBeLessThan(60);
});
