import { fail, succeed, type Result } from '@waymark/domain/result';
import { orNull, readInstant, readList, readNote, readNumber, readText, readWhole } from './fields.ts';
import {
  PRO_TYPES,
  type ProFile,
  type ProHead,
  type ProMarker,
  type ProPassage,
  type ProRun,
  type ProWaveform,
} from './pro-file.ts';

// Each line is a record: its name, then its fields in order.

export interface BadRecord {
  /** From 1. */
  readonly line: number;
  readonly record: string;
}

type Readers<Shape> = { readonly [Field in keyof Shape]: (field: string) => Shape[Field] | undefined };

/** Expects the keys of `readers` in the order of the fields. undefined: too few, too many, or an invalid field. */
function readFields<Shape extends object>(fields: readonly string[], readers: Readers<Shape>): Shape | undefined {
  const names = Object.keys(readers) as Array<keyof Shape & string>;
  if (names.length !== fields.length) return undefined;
  const values = names.map((name, at) => [name, readers[name](fields[at] ?? '')] as const);
  return values.some(([, value]) => value === undefined) ? undefined : (Object.fromEntries(values) as Shape);
}

const number = orNull(readNumber);
const whole = orNull(readWhole);
const instant = orNull(readInstant);

const HEAD: Readers<ProHead> = {
  type: (field) => PRO_TYPES.find((type) => type === field),
  runId: readWhole,
  runName: readText,
  tool: readText,
  jobNumber: readText,
  createdAt: readInstant,
};
const RUN: Readers<ProRun> = {
  launchAt: instant,
  receiveAt: instant,
  expectedSpeed: readNumber,
  averageSpeed: number,
  diameterM: readNumber,
  lengthM: readNumber,
};
const MARK: Readers<ProMarker> = {
  number: readWhole,
  name: readText,
  state: readText,
  description: readText,
  lat: readNumber,
  lon: readNumber,
  distanceM: readNumber,
  uid: whole,
  note: readNote,
};
const PSG: Readers<ProPassage> = {
  number: readWhole,
  type: readText,
  at: instant,
  detectionCount: whole,
  frequency: number,
  firmware: number,
  lat: number,
  lon: number,
  altitudeM: number,
  legSpeed: number,
  legS: number,
  mlPercents: (field) => {
    const [elf, geo, mag, ...more] = readList(field, number) ?? [];
    return elf === undefined || geo === undefined || mag === undefined || more.length > 0 ? undefined : [elf, geo, mag];
  },
};
const DATA: Readers<ProWaveform> = {
  number: readWhole,
  type: readText,
  samplingRate: readNumber,
  endOfSnipAt: readInstant,
  samples: (field) => readList(field, readWhole),
};

class Gathering {
  readonly markers: ProMarker[] = [];
  readonly passages: ProPassage[] = [];
  readonly waveforms: ProWaveform[] = [];
  readonly #known = new Set<number>();

  /** false: an unknown or invalid record. */
  take(name: string, fields: readonly string[]): boolean {
    switch (name) {
      case 'MARK':
        return this.#addMarker(readFields(fields, MARK));
      case 'PSG':
        return this.#addTo(this.passages, readFields(fields, PSG));
      case 'DATA':
        return this.#addTo(this.waveforms, readFields(fields, DATA));
      default:
        return false;
    }
  }

  #addMarker(marker: ProMarker | undefined): boolean {
    if (marker === undefined || this.#known.has(marker.number)) return false;
    this.#known.add(marker.number);
    return this.markers.push(marker) > 0;
  }

  #addTo<Entry extends { readonly number: number }>(list: Entry[], entry: Entry | undefined): boolean {
    return entry !== undefined && this.#known.has(entry.number) && list.push(entry) > 0;
  }
}

/** Passages and waveforms must follow their marker. */
export function readRecords(lines: readonly string[]): Result<ProFile, BadRecord> {
  const records = lines.map((line) => line.split('|'));
  const fieldsOf = (at: number, name: string, skip: number) =>
    records[at]?.[0] === name ? records[at].slice(skip) : [];
  const head = readFields(fieldsOf(0, 'PRO', 2), HEAD);
  if (head === undefined) return fail({ line: 1, record: lines[0] ?? '' });
  const run = readFields(fieldsOf(1, 'RUN', 1), RUN);
  if (run === undefined) return fail({ line: 2, record: lines[1] ?? '' });
  const gathering = new Gathering();
  for (const [at, [name = '', ...fields]] of records.entries()) {
    if (at > 1 && !gathering.take(name, fields)) return fail({ line: at + 1, record: lines[at] ?? '' });
  }
  const { markers, passages, waveforms } = gathering;
  return succeed({ head, run, markers, passages, waveforms });
}
