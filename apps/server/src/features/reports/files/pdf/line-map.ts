import { countTickDecimals, listTicks, roundUp } from '@waymark/domain/chart/axis';
import type { Place } from '@waymark/domain/geo/great-circle';
import { markTexts } from '@waymark/domain/language/translate';
import { layCourse, locateOnCourse } from '@waymark/domain/run/estimate/course';
import type { RunReport } from '@waymark/domain/report/summary-report';
import { drawGround } from './ground.ts';
import { findOutcome, INK, type Outcome } from './ink.ts';
import { countSigns, type LabelRequest, placeLabels } from './labels.ts';
import type { Box, Pen, Spot } from './pen.ts';

// The line as a map: north is up, and the scale is equal in all directions.

const METRES_PER_DEGREE = 111_195;
const MARGIN = 42;
/** Closer points cannot be told apart on paper. */
const LEAST_STEP = 0.4;
const LABEL = { size: 6.5 } as const;
const LEAST_LEGEND = 190;
const LEGEND_INSET = 8;

interface Projection {
  readonly toPaper: (place: Place) => Spot;
  readonly toPlace: (spot: Spot) => Place;
  readonly metresPerPoint: number;
}

/** Draws the shorter way round for a line across the date line. */
const unwrap = (lon: number, near: number) => near + ((((lon - near + 180) % 360) + 360) % 360) - 180;

function project(places: readonly Place[], { x, y, width, height }: Box): Projection {
  const near = places[0]?.lon ?? 0;
  const [lats, lons] = [places.map(({ lat }) => lat), places.map(({ lon }) => unwrap(lon, near))];
  const bounds = (values: readonly number[]) =>
    [values.reduce((a, b) => Math.min(a, b), Infinity), values.reduce((a, b) => Math.max(a, b), -Infinity)] as const;
  const [[south, north], [west, east]] = [bounds(lats), bounds(lons)];
  const [middleLat, middleLon] = [(south + north) / 2, (west + east) / 2];
  const perLon = METRES_PER_DEGREE * Math.max(0.02, Math.cos((middleLat * Math.PI) / 180));
  const metresPerPoint = Math.max(
    ((east - west) * perLon) / (width - 2 * MARGIN),
    ((north - south) * METRES_PER_DEGREE) / (height - 2 * MARGIN),
    0.05,
  );
  const [centreX, centreY] = [x + width / 2, y + height / 2];
  return {
    metresPerPoint,
    toPaper: ({ lat, lon }) => [
      centreX + ((unwrap(lon, near) - middleLon) * perLon) / metresPerPoint,
      centreY - ((lat - middleLat) * METRES_PER_DEGREE) / metresPerPoint,
    ],
    toPlace: ([spotX, spotY]) => ({
      lat: middleLat - ((spotY - centreY) * metresPerPoint) / METRES_PER_DEGREE,
      lon: middleLon + ((spotX - centreX) * metresPerPoint) / perLon,
    }),
  };
}

function thinOut(spots: readonly Spot[]): Spot[] {
  const kept: Spot[] = [];
  for (const [at, spot] of spots.entries()) {
    const last = kept.at(-1);
    if (!last || at === spots.length - 1 || Math.hypot(spot[0] - last[0], spot[1] - last[1]) >= LEAST_STEP)
      kept.push(spot);
  }
  return kept;
}

const writeDegrees = (value: number, decimals: number, [positive, negative]: readonly [string, string]) =>
  `${Math.abs(value).toFixed(decimals)}° ${value < 0 ? negative : positive}`;

function drawGraticule(pen: Pen, box: Box, { toPaper, toPlace }: Projection): void {
  const { t } = pen.layout;
  const [northWest, southEast] = [toPlace([box.x, box.y]), toPlace([box.x + box.width, box.y + box.height])];
  const lons = listTicks({ from: northWest.lon, to: southEast.lon }, 8);
  const lats = listTicks({ from: southEast.lat, to: northWest.lat }, 5);
  const style = { size: 5.5, ink: INK.muted } as const;
  for (const lon of lons) {
    const [x] = toPaper({ lat: northWest.lat, lon });
    if (x < box.x + 3 || x > box.x + box.width - 3) continue;
    pen.line([x, box.y], [x, box.y + box.height], { ink: INK.hair, width: 0.35 });
    const shown = unwrap(lon, 0);
    if (x > box.x + 40 && x < box.x + box.width - 40)
      pen.write(
        writeDegrees(shown, countTickDecimals(lons), [t('E##east'), t('W##west')]),
        [x, box.y + box.height - 9],
        {
          ...style,
          align: 'centre',
          halo: INK.casing,
        },
      );
  }
  for (const lat of lats) {
    const [, y] = toPaper({ lat, lon: northWest.lon });
    pen.line([box.x, y], [box.x + box.width, y], { ink: INK.hair, width: 0.35 });
    if (y > box.y + 12 && y < box.y + box.height - 14)
      pen.write(writeDegrees(lat, countTickDecimals(lats), [t('N##north'), t('S##south')]), [box.x + 4, y - 8], {
        ...style,
        halo: INK.casing,
      });
  }
}

function drawScaleBar(pen: Pen, box: Box, metresPerPoint: number): void {
  const { far, near } = pen.layout.measures;
  const aboutM = (box.width / 9) * metresPerPoint;
  const unit = aboutM >= far.toSi(1) ? far : near;
  const length = roundUp(unit.fromSi(aboutM));
  const width = unit.toSi(length) / metresPerPoint;
  const [x, y] = [box.x + box.width - width - 14, box.y + box.height - 22];
  pen.block({ x: x - 6, y: y - 12, width: width + 12, height: 20 }, INK.casing);
  pen.block({ x, y, width: width / 2, height: 3 }, INK.text);
  pen.frame({ x, y, width, height: 3 }, { ink: INK.text, width: 0.6 });
  pen.write(`${length} ${unit.name}`, [x + width / 2, y - 10], {
    ...LABEL,
    align: 'centre',
  });
}

function drawNorth(pen: Pen, box: Box): void {
  const [x, y] = [box.x + box.width - 20, box.y + 14];
  pen.polygon(
    [
      [x, y],
      [x - 5, y + 16],
      [x, y + 12.5],
    ],
    INK.text,
  );
  pen.polygon(
    [
      [x, y],
      [x + 5, y + 16],
      [x, y + 12.5],
    ],
    INK.frame,
  );
  pen.write(pen.layout.t('N##north'), [x, y + 17], { size: 8, isStrong: true, align: 'centre' });
}

function drawEnd(pen: Pen, [x, y]: Spot, isLaunch: boolean): void {
  const spots: Spot[] = isLaunch
    ? [
        [x - 4, y - 4.6],
        [x + 5, y],
        [x - 4, y + 4.6],
      ]
    : [
        [x - 4, y - 4],
        [x + 4, y - 4],
        [x + 4, y + 4],
        [x - 4, y + 4],
      ];
  pen.polygon(spots, INK.text);
  pen.path([...spots, spots[0] ?? [x, y]], { ink: INK.casing, width: 0.8 });
}

/** Areas of the legend, the north arrow, the scale bar and the degrees. */
const listFurniture = ({ x, y, width, height }: Box, legend: number): Box[] => [
  { x, y, width: Math.max(LEAST_LEGEND, legend), height: 20 },
  { x: x + width - 34, y, width: 34, height: 46 },
  { x: x + width - 130, y: y + height - 40, width: 130, height: 40 },
  { x, y: y + height - 12, width, height: 12 },
  { x, y, width: 28, height },
];

interface Mark {
  readonly name: string;
  readonly spot: Spot;
  readonly outcome: Outcome;
  readonly isEnd: boolean;
}

export function drawLineMap(pen: Pen, { run, rows }: RunReport, box: Box): void {
  const course = layCourse(run.path);
  const places = rows.map(({ marker }) => marker);
  const projection = project([...course.track.points, ...places], box);
  const line = thinOut(course.track.points.map(projection.toPaper));
  const marks = rows.map((row, at): Mark => ({
    name: row.marker.name,
    // At the counted place on the line: a place beside it on the ground would be beside it on paper.
    spot: projection.toPaper(
      course.track.points.length > 1 ? locateOnCourse(course, row.marker.fromLaunchM) : row.marker,
    ),
    outcome: findOutcome(row),
    isEnd: at === 0 || at === rows.length - 1,
  }));
  const [northWest, southEast] = [
    projection.toPlace([box.x, box.y]),
    projection.toPlace([box.x + box.width, box.y + box.height]),
  ];
  pen.within(box, () => {
    drawGround(
      pen,
      { west: northWest.lon, north: northWest.lat, east: southEast.lon, south: southEast.lat },
      projection.toPaper,
    );
    drawGraticule(pen, box, projection);
    pen.path(line, { ink: INK.casing, width: 4 });
    pen.path(line, { ink: INK.line, width: 1.6 });
    for (const { outcome, spot, isEnd } of marks) if (!isEnd) pen.sign(outcome, spot);
    for (const [at, { spot, isEnd }] of marks.entries()) if (isEnd) drawEnd(pen, spot, at === 0);
    const requests = marks.map(({ name, spot, isEnd }): LabelRequest => ({
      spot,
      width: pen.measure(name, { ...LABEL, isStrong: isEnd }),
      isWanted: isEnd,
      text: name,
    }));
    for (const { text, x, y, isWanted } of placeLabels(requests, line, {
      area: box,
      taken: listFurniture(box, measureLegend(pen, marks)),
    }))
      pen.write(text, [x, y], { ...LABEL, isStrong: isWanted, halo: INK.casing });
    drawScaleBar(pen, box, projection.metresPerPoint);
    drawNorth(pen, box);
  });
  pen.frame(box, { ink: INK.frame, width: 0.7 });
  drawLegend(pen, marks, [box.x + LEGEND_INSET, box.y + 7]);
}

const WORDS = markTexts({
  passed: 'Passed##markers',
  manual: 'Manual##markers',
  missed: 'Missed##markers',
  unwatched: 'Unwatched##markers',
  skipped: 'Skipped##markers',
} satisfies Record<Outcome, string>);

/** The outcomes of the markers between launch and receive, with their words and the room for them. */
function listLegend(pen: Pen, marks: readonly Mark[]) {
  const counts = countSigns(marks.filter(({ isEnd }) => !isEnd).map(({ outcome }) => outcome));
  return counts.map(([outcome]) => {
    const words = pen.layout.t(WORDS[outcome]);
    return { outcome, words, width: pen.measure(words, LABEL) + 22 };
  });
}

const measureLegend = (pen: Pen, marks: readonly Mark[]) =>
  listLegend(pen, marks).reduce((sum, { width }) => sum + width, LEGEND_INSET);

function drawLegend(pen: Pen, marks: readonly Mark[], [x, y]: Spot): void {
  let left = x;
  for (const { outcome, words, width } of listLegend(pen, marks)) {
    pen.block({ x: left - 3, y: y - 2, width, height: 12 }, INK.casing);
    pen.sign(outcome, [left + 3, y + 4]);
    pen.write(words, [left + 9, y], LABEL);
    left += width;
  }
}
