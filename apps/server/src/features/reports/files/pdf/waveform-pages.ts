import { makeScale } from '@waymark/domain/chart/axis';
import type { Uid } from '@waymark/domain/ids';
import { writeTime } from '@waymark/domain/time/zoned-text';
import { CHANNEL_NAMES, type ChannelName } from '@waymark/domain/run/estimate/missing';
import { INK } from './ink.ts';
import type { Box, Pen, Spot } from './pen.ts';

// The appendix: a small plot for each channel of each passage.

export interface Trace {
  readonly samplingRate: number;
  readonly samples: Int16Array;
}

export interface PassageTraces {
  readonly markerName: string;
  readonly uid: Uid | null;
  readonly passageAt: number;
  readonly traces: Readonly<Partial<Record<ChannelName, Trace>>>;
}

const PER_PAGE = 5;
const GAP = 18;
const SMALL = { size: 5.8, ink: INK.muted } as const;
const INKS: Readonly<Record<ChannelName, string>> = { ELF: INK.elf, GEO: INK.geo, MAG: INK.mag };

export function planTraces(passages: readonly PassageTraces[]): PassageTraces[][] {
  return Array.from({ length: Math.ceil(passages.length / PER_PAGE) }, (_none, at) =>
    passages.slice(at * PER_PAGE, (at + 1) * PER_PAGE),
  );
}

function drawTrace(pen: Pen, name: ChannelName, trace: Trace | undefined, box: Box): void {
  pen.block(box, INK.sunken);
  pen.write(name, [box.x + 4, box.y + 3], { size: 6.2, isStrong: true, ink: INKS[name] });
  if (!trace || trace.samples.length < 2)
    return pen.write(pen.layout.t('No data'), [box.x + box.width / 2, box.y + box.height / 2 - 4], {
      ...SMALL,
      align: 'centre',
    });
  const { samples, samplingRate } = trace;
  const [least, most] = [samples.reduce((a, b) => Math.min(a, b)), samples.reduce((a, b) => Math.max(a, b))];
  const across = makeScale({ from: 0, to: samples.length - 1 }, box.x, box.x + box.width);
  const up = makeScale({ from: least, to: Math.max(most, least + 1) }, box.y + box.height - 6, box.y + 6);
  const middle = box.x + box.width / 2;
  pen.line([middle, box.y], [middle, box.y + box.height], { ink: INK.rule, width: 0.5 });
  pen.path(
    Array.from(samples, (sample, at): Spot => [across.at(at), up.at(sample)]),
    { ink: INKS[name], width: 0.6 },
  );
  const halfS = (samples.length / samplingRate / 2).toFixed(0);
  pen.write(`−${halfS} s`, [box.x, box.y + box.height + 1.5], SMALL);
  pen.write('0', [middle, box.y + box.height + 1.5], { ...SMALL, align: 'centre' });
  pen.write(`+${halfS} s`, [box.x + box.width, box.y + box.height + 1.5], { ...SMALL, align: 'right' });
  pen.write(pen.layout.t('{from} to {to}', { from: least, to: most }), [box.x + box.width - 4, box.y + 3], {
    ...SMALL,
    align: 'right',
  });
}

export function drawTracesPage(pen: Pen, passages: readonly PassageTraces[]): void {
  const { sheet, zone } = pen.layout;
  const height = sheet.height / PER_PAGE;
  const width = (sheet.width - 2 * GAP) / 3;
  for (const [at, { markerName, uid, passageAt, traces }] of passages.entries()) {
    const y = sheet.y + at * height;
    const name = pen.measure(markerName, { size: 8, isStrong: true });
    pen.write(markerName, [sheet.x, y], { size: 8, isStrong: true });
    pen.write(`${writeTime(passageAt, zone, 'millisecond')} · AGM ${uid ?? ''}`, [sheet.x + name + 8, y + 1], {
      size: 7,
      ink: INK.secondary,
    });
    for (const [column, channel] of CHANNEL_NAMES.entries()) {
      drawTrace(pen, channel, traces[channel], {
        x: sheet.x + column * (width + GAP),
        y: y + 13,
        width,
        height: height - 13 - 16,
      });
    }
  }
}
