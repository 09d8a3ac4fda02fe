// Measures the waits of a user who plans a path: parsing a CSV file of 10,000 markers into checked and measured
// markers, compared with csv-parse alone on the same text; and finding which of 5,000 devices lie within a hand-drawn
// outline. One thread, as in the browser.
import { parse } from 'csv-parse/browser/esm/sync';
import { findWithin } from '../packages/domain/src/path/lasso.ts';
import { readMarkers } from '../packages/files/src/csv/read-markers.ts';
import { median, report } from './report.ts';
import { isShort } from './short.ts';

const MARKERS = isShort ? 200 : 10_000;
const DEVICES = 5000;
const OUTLINE_POINTS = 500;
const [WARM_UP, ROUNDS] = isShort ? [1, 2] : [3, 15];

/** A line that winds to the east with every seventh marker skipped; distances as from a survey. */
function writeCsv(): string {
  const header = 'AGM Marker Name,Latitude,Longitude,State,Description,Distance (m),Distance (ft)';
  const lines = Array.from({ length: MARKERS }, (_, at) => {
    const [lat, lon] = [36 + Math.sin(at / 40) / 10, -100 + at / 1000];
    return `AGM ${at + 1},${lat.toFixed(6)},${lon.toFixed(6)},${at % 7 === 3 ? 'SKIP' : 'TRACK'},AGM,,${(at * 328.08).toFixed(2)}`;
  });
  return [header, ...lines].join('\r\n');
}

const text = writeCsv();
const bytes = new TextEncoder().encode(text);
/** The same file without distances: the parser computes them along the line, which costs more. */
const plain = new TextEncoder().encode(text.replaceAll(/,[\d.]*(?=\r|$)/g, ','));
const devices = Array.from({ length: DEVICES }, (_, at) => ({
  uid: at,
  lat: 30 + (at % 71) / 5,
  lon: -110 + (at % 97) / 4,
}));
/** A circle with the tremble of a hand. */
const outline = Array.from({ length: OUTLINE_POINTS }, (_, at) => {
  const [angle, reach] = [(2 * Math.PI * at) / OUTLINE_POINTS, 4 + Math.sin(at * 1.7) / 5];
  return { lat: 37 + reach * Math.sin(angle), lon: -98 + 1.5 * reach * Math.cos(angle) };
});

function importMarkers(file: Uint8Array): void {
  const read = readMarkers(file);
  if (!read.ok || read.value.length !== MARKERS) throw new Error('the markers were not read');
}

const WORKS = {
  import_ms: () => importMarkers(bytes),
  import_along_line_ms: () => importMarkers(plain),
  parse_ms: () => {
    if (parse(text).length !== MARKERS + 1) throw new Error('the text was not parsed');
  },
  lasso_ms: () => {
    const { length } = findWithin(devices, outline);
    if (length === 0 || length === DEVICES) throw new Error('the lasso selected none or all devices');
  },
};
type Work = keyof typeof WORKS;

function timeMs(work: Work): number {
  const fromMs = performance.now();
  WORKS[work]();
  return performance.now() - fromMs;
}

const NAMES = ['import_ms', 'import_along_line_ms', 'parse_ms', 'lasso_ms'] as const;
const times: Record<Work, number[]> = { import_ms: [], import_along_line_ms: [], parse_ms: [], lasso_ms: [] };
for (let round = -WARM_UP; round < ROUNDS; round++)
  for (const name of NAMES) {
    const ms = timeMs(name);
    if (round >= 0) times[name].push(ms);
  }

const [importMs, alongLineMs, parseMs, lassoMs] = NAMES.map((name) => median(times[name]));
if (importMs === undefined || alongLineMs === undefined || parseMs === undefined || lassoMs === undefined)
  throw new Error('nothing was measured');
const figures = {
  import_ms: importMs,
  import_along_line_ms: alongLineMs,
  parse_ms: parseMs,
  parse_ratio: importMs / parseMs,
  lasso_ms: lassoMs,
};
report('import', figures, [
  { name: 'import_ms', value: figures.import_ms, op: '<=', aim: 1000 },
  { name: 'import_along_line_ms', value: figures.import_along_line_ms, op: '<=', aim: 1000 },
  { name: 'lasso_ms', value: figures.lasso_ms, op: '<=', aim: 50 },
]);
