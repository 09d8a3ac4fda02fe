import { describe, expect, it } from 'vitest';
import type { Channel } from '../packages/signals/src/sampling.ts';
import { drawRecord } from '../packages/signals/src/scoring/training/simulated-records.ts';
import { describeTrained } from './train/describe-trained.ts';
import { parseExportedRecord } from './train/exported-record.ts';
import { toSnippet } from './train/to-snippet.ts';
import { trainExported } from './train/train-exported.ts';
import { trainSimulated } from './train/train-simulated.ts';
import { formatModel } from './train/write-model.ts';

function exportLine(channel: Channel, index: number, part: object = {}): string {
  const { isPassage, samples, samplingRate, audio, isSnippet } = drawRecord(channel, 'export', index);
  const record = {
    channel,
    label: isPassage ? 1 : 0,
    samplingRate,
    data: Array.from(samples),
    ...(audio && { audio }),
    isSnippet,
  };
  return JSON.stringify({ ...record, ...part });
}

function exportRecords(channel: Channel, count: number) {
  return Array.from({ length: count }, (_, index) => parseExportedRecord(exportLine(channel, index)));
}

const quiet = () => undefined;

describe('an exported record', () => {
  it('a parsed export equals the exported record', () => {
    const { isPassage, samples, audio } = drawRecord('geo', 'export', 0);
    const parsed = parseExportedRecord(exportLine('geo', 0));
    expect(parsed).toMatchObject({
      channel: 'geo',
      isPassage,
      audio,
      isSnippet: false,
      expectedSpeedMps: null,
      kind: 'pig',
    });
    expect(Int16Array.from(parsed.samples)).toEqual(samples);
  });

  it.each([
    ['another channel', { channel: 'gps' }],
    ['no label', { label: undefined }],
    ['another label', { label: 'yes' }],
    ['too few samples', { data: [1, 2, 3] }],
    ['a sample of more than 16 bits', { data: Array.from({ length: 500 }, () => 70_000) }],
    ['five shares of sound', { audio: [1, 2, 3, 4, 5] }],
    ['a field that nobody knows', { extra: 1 }],
  ])('rejects a record with %s', (_, part) => {
    expect(() => parseExportedRecord(exportLine('mag', 0, part))).toThrow();
  });
});

describe('training on an export', () => {
  it('stops when a class has fewer than 200 records, and says how many there are', () => {
    const train = () => [...trainExported(exportRecords('mag', 398), quiet)];
    expect(train).toThrow('At least 200 of each class are needed. mag: 199 passages, 199 others');
  });

  it('stops when there is nothing to learn from', () => {
    expect(() => [...trainExported([], quiet)]).toThrow('no record');
  });

  it('leaves out sound when too few records have it, and says so', () => {
    const said: string[] = [];
    const records = exportRecords('geo', 400).map((record, index) =>
      index < 100 ? record : { ...record, audio: null },
    );
    const trained = [...trainExported(records, (line) => said.push(line))];
    expect(trained.map(({ name }) => name)).toEqual(['geo']);
    expect(said).toEqual(['Not trained, fewer than 200 of a class. geo-audio: 50 passages, 50 others']);
  }, 60_000);

  it('creates a model that names its training data', () => {
    const [elf] = trainExported(exportRecords('elf', 400), quiet);
    expect(elf?.name).toBe('elf');
    expect(elf?.model.trainedOn).toBe('400 exported records');
    expect(elf?.judged.fused.length).toBe(80);
  }, 60_000);
});

describe('training on simulated records', () => {
  it('creates identical files from identical seeds', () => {
    const train = () =>
      Array.from(trainSimulated(100, ['mag']), ({ name, model }) => ({ name, text: formatModel(model) }));
    const [first, second] = [train(), train()];
    expect(first.map(({ name }) => name)).toEqual(['mag', 'mag-snippet']);
    expect(second).toEqual(first);
  }, 60_000);

  it('prints every judge, the confusions and the reliability', () => {
    const [mag] = trainSimulated(100, ['mag']);
    const text = mag ? describeTrained(mag).join('\n') : '';
    expect(text).toMatch(
      /mag +accuracy +AUC +found at 1 % +Brier +ECE\n +template .*\n +logistic .*\n +trees .*\n +fused /,
    );
    expect(text).toMatch(/wrong: .*pig \d+\/20/);
    expect(text).toContain('trained on simulated data');
  }, 60_000);
});

it('a snippet is as the server stores it: 10 or 20 s, ELF on its carrier', () => {
  const record = Int16Array.from({ length: 500 }, (_, at) => Math.round(1000 * Math.cos((2 * Math.PI * at * 16) / 50)));
  for (const [size, samples] of [
    [0, 164],
    [1, 328],
  ] as const) {
    const snippet = toSnippet('elf', record, size);
    expect(snippet.slice(0, 250 - samples / 2).every((sample) => sample === 0)).toBe(true);
    expect(snippet[250]).toBeGreaterThan(900);
    expect(snippet.filter((sample) => sample < 0).length).toBeGreaterThan(samples / 3);
  }
});
