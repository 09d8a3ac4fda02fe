import { exampleShownRun } from '@waymark/contract/runs/shown-run';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#/testing/render.tsx';
import { ShownStringline } from './ShownStringline.tsx';
import type { ShownRun } from './shown-words.ts';

const ZONE = 'America/Chicago';
const HOUR = 3_600_000;
/** 22:00 of the day before, in the zone of the line. */
const NOW = Date.UTC(2026, 2, 18, 3);
const chart = page.getByRole('img', { name: /^CLN-16-02/ });
const runOf = (part: Partial<ShownRun>, drawn: Partial<ShownRun['chart']> = {}): ShownRun => ({
  ...exampleShownRun,
  ...part,
  chart: { ...exampleShownRun.chart, ...drawn },
});

const lineOf = (run: ShownRun) => (
  <div style={{ display: 'flex', width: 640, height: 300 }}>
    <ShownStringline run={run} now={NOW} zone={ZONE} textPx={12} />
  </div>
);

async function draw(run: ShownRun) {
  const rendered = render(lineOf(run), { role: null });
  await expect.element(chart).toBeInTheDocument();
  return rendered;
}

const find = (selector: string) => [...chart.element().querySelectorAll(selector)];
const texts = () => find('text').map(({ textContent }) => textContent);
const numberOf = (element: Element | undefined, name: string) => Number(element?.getAttribute(name));
const heightOf = (time: string) =>
  numberOf(
    find('text').find(({ textContent }) => textContent === time),
    'y',
  );
const nowLines = () => find(':scope > line');

it('ShownStringline says the run in words, and has times in the zone of the line, also where its clocks change', async () => {
  const { rerender } = await draw(runOf({}));
  const words = 'On its way. Confirmed at AGM 01, 21:00 UTC-5 (1 h 00 min ago). Arrival 03-18 09:00 UTC-5';
  await expect.element(chart).toHaveAccessibleName(`CLN-16-02, Cushing to Tulsa. ${words}`);
  const times = ['20:00', '22:00', '03-18', '02:00', '04:00', '06:00', '08:00', '10:00', '12:00'];
  expect(texts()).toEqual([...times, 'Cushing', 'Tulsa', 'AGM 01']);
  expect(find('title').map(({ textContent }) => textContent)).toEqual(['UTC-5']);
  const change = Date.UTC(2026, 2, 8, 8);
  rerender(lineOf(runOf({}, { from: change - 6 * HOUR, to: change + 6 * HOUR })));
  expect(find('title').map(({ textContent }) => textContent)).toEqual(['UTC-6 to UTC-5']);
});

it('ShownStringline keeps the names of both ends and leaves out a name between that would cover another', async () => {
  const markerAt = (name: string, distanceM: number) => ({ name, distanceM, state: null });
  const ends = [markerAt('Cushing terminal', 0), markerAt('Tulsa receiver', 68_312)] as const;
  const between = [markerAt('Close by', 500), markerAt('Halfway', 34_000), markerAt('Beside it', 35_000)];
  await draw(runOf({ markers: [ends[0], ...between, ends[1]] }));
  expect(texts().slice(-3)).toEqual(['Cushing terminal', 'Tulsa receiver', 'Halfway']);
  expect(find('g > line[x1]').filter((line) => line.getAttribute('x1') === line.getAttribute('x2'))).toHaveLength(5);
});

it('ShownStringline has the pig at the present time, none before the launch, and at the receipt once it has arrived', async () => {
  const { rerender } = await draw(runOf({}, { dots: [] }));
  const [pig] = find('circle');
  expect(numberOf(pig, 'cy')).toBeCloseTo(heightOf('22:00'), 3);
  expect(nowLines().map((line) => numberOf(line, 'y1'))).toEqual([numberOf(pig, 'cy')]);
  rerender(lineOf(runOf({ status: 'waiting', launchAt: null }, { dots: [] })));
  expect([find('circle').length, nowLines().length]).toEqual([0, 0]);
  const receivedAt = Date.UTC(2026, 2, 18, 13);
  rerender(lineOf(runOf({ status: 'received', receivedAt, pigM: 68_312 }, { dots: [] })));
  const [received] = find('circle');
  expect(numberOf(received, 'cy')).toBeCloseTo(heightOf('08:00'), 3);
  expect(numberOf(received, 'cx')).toBeGreaterThan(600);
  expect(nowLines()).toEqual([]);
});

it('ShownStringline gives each state of a marker its own shape, and marks the stretch to search', async () => {
  const kinds = ['verified', 'unverified', 'manual', 'missed', 'overdue', 'unwatched'] as const;
  const dots = kinds.map((kind) => ({ distanceM: 11_772, at: NOW, kind }));
  const { rerender } = await draw(runOf({ status: 'waiting' }, { dots }));
  const shapes = find('circle, rect, path');
  expect(shapes.map(({ tagName }) => tagName)).toEqual(['circle', 'circle', 'path', 'path', 'rect', 'path']);
  const [verified, unverified] = shapes.map((shape) => getComputedStyle(shape).fill);
  expect(verified).not.toBe(unverified);
  expect(new Set(find('path').map((path) => path.getAttribute('d'))).size).toBe(3);
  const search = [
    [11_772, NOW],
    [30_000, NOW + HOUR],
  ] as const;
  rerender(lineOf(runOf({ status: 'overdue' }, { dots: [], search })));
  const [box] = find('rect');
  expect(numberOf(box, 'y')).toBeCloseTo(heightOf('22:00'), 3);
  expect(numberOf(box, 'height')).toBeCloseTo((heightOf('03-18') - heightOf('22:00')) / 2, 3);
});
