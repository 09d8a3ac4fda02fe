import { events } from '@waymark/contract/events/index';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { straightRun } from '@waymark/domain/run/testing/straight-run';
import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { chooseTheme } from '#/app/theme/theme-store.ts';
import { answer } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { answerUser, minutesAgo, putRuns } from '#/features/runs/testing/run-fixtures.ts';
import { press } from '#/features/runs/testing/run-screen.ts';
import { openStringline } from '#/features/runs/stringline-store.ts';
import { useZoneStore } from '#/ui/clock/zones.ts';
import { StringlineWindows } from './StringlineWindow.tsx';

const LONG_NAME = 'Canadian River South';

/** Renders the saved picture in the browser. */
async function takePicture(): Promise<{
  readonly name: string;
  readonly svg: SVGSVGElement;
  readonly ground: number[];
}> {
  const sources: string[] = [];
  const setSource = vi.spyOn(HTMLImageElement.prototype, 'src', 'set').mockImplementation(function set(
    this: HTMLImageElement,
    source: string,
  ) {
    sources.push(source);
    this.setAttribute('src', source);
  });
  const makeUrl = vi.spyOn(URL, 'createObjectURL');
  const { promise, resolve } = Promise.withResolvers<string>();
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    resolve(this.download);
  });
  try {
    await press('PNG');
    const name = await promise;
    const blob = makeUrl.mock.lastCall?.[0];
    const bitmap = await createImageBitmap(blob as Blob);
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const ground = [...(context?.getImageData(4, 4, 1, 1).data.slice(0, 3) ?? [])];
    const text = decodeURIComponent(
      sources.find((source) => source.startsWith('data:image/svg'))?.split(',', 2)[1] ?? '',
    );
    const svg = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
    const shown = document.importNode(svg, true) as unknown as SVGSVGElement;
    document.body.append(shown);
    return { name, svg: shown, ground };
  } finally {
    setSource.mockRestore();
    makeUrl.mockRestore();
    click.mockRestore();
  }
}

beforeEach(() => {
  answerUser();
  answer('GET /alerts/run/:id', {
    alerts: [{ ...events.ReceiveAlert.example, raisedAt: formatUtcSecond(minutesAgo(200)) }],
  });
  chooseTheme('dark');
});

it('[W-153] the PNG of a run has title, legend and whole marker names, and is light in the dark theme', async () => {
  putRuns(straightRun({ launchAt: minutesAgo(300) }, { M2: { name: LONG_NAME }, M4: { linkedUid: 347_001 } }));
  render(<StringlineWindows />);
  openStringline(41);
  await expect.element(page.getByRole('button', { name: 'PNG' })).toBeVisible();
  const { name, svg, ground } = await takePicture();
  try {
    expect(name).toBe('CLN-16-02_41_timeline.png');
    expect(Math.min(...ground)).toBeGreaterThan(230);
    const texts = [...svg.querySelectorAll('text')];
    const words = texts.map(({ textContent }) => textContent);
    expect(words).toEqual(expect.arrayContaining(['CLN-16-02, run 41, Due north', 'confirmed', 'plan', 'unwatched']));
    expect(words.some((text) => text?.startsWith(LONG_NAME))).toBe(true);
    const frame = svg.getBoundingClientRect();
    for (const text of texts) {
      const { left, top, right, bottom } = text.getBoundingClientRect();
      const chart = text.closest('svg')?.getBoundingClientRect() ?? frame;
      expect([
        text.textContent,
        left >= chart.left,
        top >= chart.top,
        right <= chart.right,
        bottom <= chart.bottom,
      ]).toEqual([text.textContent, true, true, true, true]);
    }
  } finally {
    svg.remove();
  }
});

it('[W-335] the timeline marks the alerts of its run', async () => {
  putRuns(straightRun({ launchAt: minutesAgo(300) }));
  render(<StringlineWindows />);
  openStringline(41);
  await expect.element(page.getByRole('img', { name: /^Pig stopped: .* acknowledged by Dana Reyes$/ })).toBeVisible();
  await expect.element(page.getByText('alert, ended')).toBeVisible();
});

it("[W-316] the time axis of a timeline names the reader's zone and has its round times", async () => {
  useZoneStore.setState({ times: 'mine', ownZone: 'Asia/Kathmandu' });
  putRuns(straightRun({ launchAt: minutesAgo(300) }));
  render(<StringlineWindows />);
  openStringline(41);
  const chart = page.getByRole('group', { name: /^Stringline/ });
  await expect.element(chart.getByText('UTC+5:45', { exact: true })).toBeVisible();
  const words = [...chart.element().querySelectorAll('text')].map(({ textContent }) => textContent);
  expect(words.filter((text) => /^\d\d:00$/.test(text ?? '')).length).toBeGreaterThan(1);
  expect(words).not.toContain('UTC');
});

it('StringlineChart shows the time of now below its line where the chart begins', async () => {
  putRuns(straightRun({ launchAt: minutesAgo(1) }));
  render(<StringlineWindows />);
  openStringline(41);
  const chart = page.getByRole('group', { name: /^Stringline/ });
  await expect.element(chart).toBeVisible();
  const svg = chart.element();
  const label = [...svg.querySelectorAll('text')].find(({ textContent }) => textContent?.startsWith('now'));
  const area = svg.querySelector('clipPath rect');
  expect(Number(label?.getAttribute('y'))).toBeGreaterThan(Number(area?.getAttribute('y')) + 10);
});
