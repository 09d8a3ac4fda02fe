import {
  GEO_MODES,
  PASSAGE_SIZES,
  PASSAGE_STATES,
  POWER_MODES,
  RECORD_MODES,
  SCHEDULES,
  SENSITIVITIES,
} from '@waymark/domain/device/modes';
import { bitValue, whole, type Conversion, listWords } from '../layout/conversion.ts';
import { bits, field, given, presence, unused, word, type Bits, type Word } from '../layout/field.ts';

// The twelve bytes shared by commands (81) and responses (04). Some names differ between them.

const frequencyWords = (detector: number) => `of detector ${detector}, hertz`;
const sensitivityWords = (detector: number) => `of detector ${detector}: ${listWords(SENSITIVITIES)}`;
const SENSITIVITY = whole(0, 6);

export function buildSettingsFields<
  const F0 extends string,
  const F1 extends string,
  const F2 extends string,
  const F3 extends string,
  const Schedule extends string,
  const Geo extends string,
  const Antenna extends string,
  const Actions extends readonly Bits<string, unknown>[],
>(
  names: {
    readonly frequencies: readonly [F0, F1, F2, F3];
    readonly schedule: Schedule;
    readonly geoMode: Geo;
    readonly antennaDetector: Antenna;
  },
  frequencies: { readonly mag: Conversion<number>; readonly elf: Conversion<number> },
  actions: Word<Actions>,
) {
  const [frequency0, frequency1, frequency2, frequency3] = names.frequencies;
  const { mag, elf } = frequencies;
  return [
    presence('which of the fields below are given, one bit each; what is not given stays as it was'),
    given(0, field('u8', frequency0, 'of detector 0, which is MAG: 0', mag)),
    given(1, field('u8', frequency1, frequencyWords(1), elf)),
    given(2, field('u8', frequency2, frequencyWords(2), elf)),
    given(3, field('u8', frequency3, frequencyWords(3), elf)),
    word(
      'u16',
      given(4, bits(12, 15, 'sensitivity0', sensitivityWords(0), SENSITIVITY)),
      given(5, bits(8, 11, 'sensitivity1', sensitivityWords(1), SENSITIVITY)),
      given(6, bits(4, 7, 'sensitivity2', sensitivityWords(2), SENSITIVITY)),
      given(7, bits(0, 3, 'sensitivity3', sensitivityWords(3), SENSITIVITY)),
    ),
    word(
      'u8',
      given(8, bits(0, 0, 'enable0', 'the four are given together', bitValue)),
      given(8, bits(1, 1, 'enable1', '', bitValue)),
      given(8, bits(2, 2, 'enable2', '', bitValue)),
      given(8, bits(3, 3, 'enable3', '', bitValue)),
      given(9, bits(4, 5, 'powerMode', listWords(POWER_MODES), whole(0, 3))),
      given(10, bits(6, 7, 'recordMode', listWords(RECORD_MODES), whole(0, 2))),
    ),
    word(
      'u8',
      given(11, bits(0, 2, names.schedule, listWords(SCHEDULES), whole(0, 7))),
      given(12, bits(3, 4, names.geoMode, listWords(GEO_MODES), whole(0, 3))),
      given(13, bits(5, 5, 'psgSize', listWords(PASSAGE_SIZES), bitValue)),
      given(14, bits(6, 6, 'psgState', listWords(PASSAGE_STATES), bitValue)),
      given(
        15,
        bits(7, 7, names.antennaDetector, 'whether the device watches that its antenna is folded out', bitValue),
      ),
    ),
    actions,
    unused(1),
  ] as const;
}
