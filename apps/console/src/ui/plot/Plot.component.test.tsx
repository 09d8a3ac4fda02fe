import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { render } from '#/testing/render.tsx';
import type { Span } from '@waymark/domain/chart/axis';
import { exportPlot } from './export-plot.ts';
import { Legend } from './Legend.tsx';
import { Plot } from './Plot.tsx';
import type { PlotLine } from './plot-model.ts';
import { getPlotColours } from './plot-colours.ts';

const plot = page.getByRole('application', { name: 'Waveform' });

const LINE: PlotLine = { name: 'ELF', colour: 'elf', start: 0, step: 10, values: [0, 1, 0, -1, 0, 1, 0, -1, 0, 1, 0] };
const WHOLE: Span = { from: 0, to: 100 };
const MODEL = { axis: 'frequency', lines: [LINE], across: WHOLE, up: { from: -1, to: 1 }, marker: null } as const;

/** The axes leave 44 px at the left and 14 px at the right: a value is 4 px wide. */
const SIZE = { width: 458, height: 200 };
const [LEFT, PX] = [44, 4];

function show({ isPicking = false }: { readonly isPicking?: boolean } = {}) {
  const heard = {
    onHover: vi.fn<(at: number | null) => void>(),
    onZoom: vi.fn<(span: Span) => void>(),
    onReset: vi.fn<() => void>(),
    onClick: vi.fn<(at: number) => void>(),
    onKeyDown: vi.fn<(event: { readonly key: string }) => void>(),
  };
  const draw = (picking: boolean) => (
    <div style={{ ...SIZE, display: 'grid', position: 'relative' }}>
      <Plot
        model={MODEL}
        across={WHOLE}
        cursor={null}
        isPicking={picking}
        label="Waveform"
        summary="The signal is strongest at 10 Hz."
        {...heard}
      />
    </div>
  );
  const { rerender } = render(draw(isPicking));
  return { ...heard, rerender: (picking: boolean) => rerender(draw(picking)) };
}

const canvas = () => document.querySelector<HTMLCanvasElement>('canvas');

/** Waits until the plot knows its size, because a pointer has no value before. */
const untilDrawn = async () => {
  await expect.poll(() => canvas()?.width).toBe(SIZE.width * window.devicePixelRatio);
};

/** The pointer at a value of the axis. */
function point(type: string, at: number, more: PointerEventInit = {}): void {
  const { left, top } = plot.element().getBoundingClientRect();
  const init = { clientX: left + LEFT + at * PX, clientY: top + 50, pointerId: 1, isPrimary: true, button: 0 };
  plot.element().dispatchEvent(new PointerEvent(type, { ...init, ...more, bubbles: true }));
}

const spanOf = (heard: { readonly mock: { readonly lastCall?: readonly [Span] | undefined } }) => {
  const [span] = heard.mock.lastCall ?? [];
  return span && [Math.round(span.from), Math.round(span.to)];
};

/** A browser refuses to capture a pointer that does not exist. */
function allowCapture(): void {
  plot.element().setPointerCapture = () => undefined;
}

it('Plot is drawn at the resolution of the screen and described for screen readers', async () => {
  show();
  await untilDrawn();
  await expect.element(plot).toHaveAccessibleDescription('The signal is strongest at 10 Hz.');
  await expectAccessible();
});

it('Plot names the value under the pointer, and none after the pointer has left', async () => {
  const { onHover } = show();
  await untilDrawn();
  point('pointermove', 25);
  expect(onHover.mock.lastCall?.[0]).toBeCloseTo(25);
  point('pointerout', 25, { relatedTarget: document.body });
  expect(onHover.mock.lastCall).toEqual([null]);
});

it('Plot limits the value under the pointer to its axis', async () => {
  const { onHover } = show();
  await untilDrawn();
  point('pointermove', -8);
  expect(onHover.mock.lastCall?.[0]).toBeCloseTo(0);
  point('pointermove', 103);
  expect(onHover.mock.lastCall?.[0]).toBeCloseTo(100);
});

it('Plot zooms to the dragged range, in either direction', async () => {
  const { onZoom, onClick } = show();
  await untilDrawn();
  allowCapture();
  for (const [from, to] of [
    [20, 60],
    [70, 30],
  ] as const) {
    point('pointerdown', from);
    point('pointermove', to);
    point('pointerup', to);
    expect(spanOf(onZoom)).toEqual([Math.min(from, to), Math.max(from, to)]);
  }
  expect(onClick).not.toHaveBeenCalled();
});

it('Plot clicks at a value if the pointer has hardly moved', async () => {
  const { onZoom, onClick } = show();
  await untilDrawn();
  allowCapture();
  point('pointerdown', 20);
  point('pointermove', 20.5);
  point('pointerup', 20.5);
  expect(onClick.mock.lastCall?.[0]).toBeCloseTo(20.5);
  expect(onZoom).not.toHaveBeenCalled();
});

it('Plot ignores the right button, a second finger and a drag that the browser has cancelled', async () => {
  const { onZoom, onClick } = show();
  await untilDrawn();
  allowCapture();
  point('pointerdown', 20, { button: 2 });
  point('pointerup', 60, { button: 2 });
  point('pointerdown', 20, { isPrimary: false, pointerId: 2 });
  point('pointerup', 60, { isPrimary: false, pointerId: 2 });
  point('pointerdown', 20);
  point('pointercancel', 40);
  point('pointerup', 60);
  expect(onZoom).not.toHaveBeenCalled();
  expect(onClick).not.toHaveBeenCalled();
});

it('Plot zooms by the wheel around the pointer, and the page does not scroll', async () => {
  const { onZoom } = show();
  await untilDrawn();
  const { left, top } = plot.element().getBoundingClientRect();
  const init = { clientX: left + LEFT + 25 * PX, clientY: top + 50, deltaY: -100, cancelable: true, bubbles: true };
  const wheel = new WheelEvent('wheel', init);
  plot.element().dispatchEvent(wheel);
  expect(wheel.defaultPrevented).toBe(true);
  const [span = WHOLE] = onZoom.mock.lastCall ?? [];
  expect(span.to - span.from).toBeLessThan(100);
  expect((25 - span.from) / (span.to - span.from)).toBeCloseTo(0.25);
});

it('Plot shows the whole range on a double click', async () => {
  const { onReset } = show();
  plot.element().dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
  expect(onReset).toHaveBeenCalledOnce();
});

it('Plot takes the focus when a position is to be picked, so that its keys work at once', async () => {
  const { rerender, onKeyDown } = show();
  await expect.element(plot).not.toHaveFocus();
  rerender(true);
  await expect.element(plot).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  expect(onKeyDown.mock.lastCall?.[0].key).toBe('ArrowRight');
});

it('Legend names each line, with dashes for a dashed one', async () => {
  render(<Legend lines={[LINE, { ...LINE, name: 'Filtered', isDashed: true }]} colours={getPlotColours()} />);
  const entries = page.getByRole('list', { name: 'Lines' }).getByRole('listitem');
  expect(entries.elements().map(({ textContent }) => textContent)).toEqual(['ELF', 'Filtered']);
  expect(entries.elements().map((entry) => entry.querySelector('[stroke-dasharray]') !== null)).toEqual([false, true]);
  await expectAccessible();
});

it('exportPlot creates a picture with a head above the plot, whatever is on the screen', async () => {
  render(null);
  const picture = { model: MODEL, across: WHOLE, cursor: null, selection: null };
  const blob = await exportPlot({ title: 'Waveform', subtitle: '10488', picture, colours: getPlotColours() });
  expect(blob?.type).toBe('image/png');
  const image = await createImageBitmap(blob ?? new Blob());
  expect([image.width, image.height]).toEqual([2400, 1212]);
});
