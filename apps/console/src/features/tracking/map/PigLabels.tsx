import { useMap } from '@vis.gl/react-maplibre';
import type { Map as MapEngine } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { once } from '#/api/once.ts';
import { listCovers } from '#/map/camera/free-part.ts';
import type { Box } from '#/map/camera/free-room.ts';
import { placeLabels, type PlacedLabel } from '#/map/labels/place-labels.ts';
import { measureWorld, toWorld, type WorldPoint } from '#/map/signs/cluster-signs.ts';
import { signBoard } from '#/map/signs/sign-board.ts';
import { useTracking } from '#/features/runs/run-selection.ts';
import { usePigs, type ShownPig } from './pig-labels.ts';
import styles from './RunsMap.module.css';

interface ShownLabel extends PlacedLabel {
  readonly pig: ShownPig;
}

const HEIGHT = 22;
const PADDING = 18;
const GAP = 6;
/** More would not be read; the chosen run and overdue pigs come first. */
const MOST = 60;

const widths = new Map<string, number>();
const getRuler = once(() => document.createElement('canvas').getContext('2d'));

function measureText(text: string): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  const ruler = getRuler();
  if (ruler) ruler.font = "600 12px 'Inter Variable', sans-serif";
  const width = Math.ceil(ruler?.measureText(text).width ?? text.length * 8);
  widths.set(text, width);
  return width;
}

/** Converts places to px of the screen; the map has neither rotation nor pitch. */
function readScreen(map: MapEngine) {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const world = measureWorld(map.getZoom());
  const { lat, lng } = map.getCenter();
  const middle = toWorld(lat, lng);
  return {
    area: { left: 4, top: 4, right: width - 4, bottom: height - 4 },
    toScreen: ({ x, y }: WorldPoint) => ({
      x: (x - middle.x) * world + width / 2,
      y: (y - middle.y) * world + height / 2,
    }),
  };
}

type Screen = ReturnType<typeof readScreen>;

/** What signs and their labels cover in view. */
function* listTaken({ area, toScreen }: Screen): Iterable<Box> {
  for (const { at, box } of signBoard.layout.covers) {
    const { x, y } = toScreen(at);
    if (x < area.left - 100 || x > area.right + 100 || y < area.top - 100 || y > area.bottom + 100) continue;
    yield { left: x + box.left, top: y + box.top, right: x + box.right, bottom: y + box.bottom };
  }
}

/** The question mark at the upper right of an overdue pig. */
const boxUnsure = ({ x, y }: WorldPoint): Box => ({ left: x + 3, top: y - 24, right: x + 24, bottom: y - 2 });

function placePigLabels(map: MapEngine, cards: readonly Box[], before: readonly ShownLabel[]): readonly ShownLabel[] {
  const screen = readScreen(map);
  const { runId } = useTracking.getState();
  const rank = (pig: ShownPig) => (pig.runId === runId ? 0 : pig.isOverdue ? 1 : 2);
  const seen = usePigs
    .getState()
    .pigs.map((pig) => ({ pig, at: screen.toScreen(toWorld(pig.place.lat, pig.place.lon)) }))
    .filter(({ at: { x, y } }) => x > 0 && x < screen.area.right && y > 0 && y < screen.area.bottom)
    .toSorted((one, other) => rank(one.pig) - rank(other.pig) || one.pig.runId - other.pig.runId);
  const wishes = seen.slice(0, MOST).map(({ pig, at }) => ({
    id: pig.runId,
    at,
    width: measureText(pig.name) + measureText(pig.detail) + PADDING + GAP,
    height: HEIGHT,
  }));
  const last = new Map(before.map(({ id, candidate }) => [id, candidate]));
  const pigs = new Map(seen.map(({ pig }) => [pig.runId, pig]));
  const marks = seen.filter(({ pig }) => pig.isOverdue).map(({ at }) => boxUnsure(at));
  return placeLabels(wishes, [...listTaken(screen), ...marks, ...cards], screen.area, last).flatMap((label) => {
    const pig = pigs.get(label.id);
    return pig ? [{ ...label, pig }] : [];
  });
}

/** Names and speeds of the pigs, beside them or at the end of a line where there is room. The cards say the same. */
export function PigLabels() {
  const { current: map } = useMap();
  const [labels, setLabels] = useState<readonly ShownLabel[]>([]);
  useEffect(() => {
    if (!map) return undefined;
    let cards: readonly Box[] = [];
    // Cards stay where they are while the map moves.
    const move = () => setLabels((before) => placePigLabels(map.getMap(), cards, before));
    const draw = () => {
      cards = listCovers(map.getContainer().getBoundingClientRect());
      move();
    };
    draw();
    const stops = [usePigs.subscribe(draw), signBoard.onLaid(draw), useTracking.subscribe(draw)];
    map.on('move', move);
    map.on('resize', draw);
    return () => {
      for (const stop of stops) stop();
      map.off('move', move);
      map.off('resize', draw);
    };
  }, [map]);
  return (
    <div className={styles.labels} aria-hidden>
      <svg className={styles.leaders}>
        {labels.map(
          ({ id, leader }) =>
            leader && <line key={id} x1={leader[0].x} y1={leader[0].y} x2={leader[1].x} y2={leader[1].y} />,
        )}
      </svg>
      {labels.map(({ id, box, pig: { name, detail, isOverdue } }) => (
        <span
          key={id}
          className={styles.label}
          data-overdue={isOverdue || undefined}
          style={{ width: box.right - box.left, transform: `translate(${box.left}px, ${box.top}px)` }}
        >
          <strong>{name}</strong> {detail}
        </span>
      ))}
    </div>
  );
}
