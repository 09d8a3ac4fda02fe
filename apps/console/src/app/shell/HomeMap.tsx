import { lazy, Suspense, useState, type CSSProperties } from 'react';
import { loadPart } from '#/api/load-part.ts';
import { DeviceMap } from '#/features/devices/map/DeviceMap.tsx';
import { useUnits } from '#/features/units/units.ts';
import { readChoice, writeChoice } from '#/features/session/user-choice.ts';
import type { RunColors } from '#/features/tracking/map/run-colors.ts';
import type { EditorColors } from '#/features/planning/editor/map/path-features.ts';
import { t } from '#/language/t.ts';
import type { CoveredEdges } from '#/map/camera/free-area.ts';
import { parseView } from '#/map/camera/last-view.ts';
import type { MapColors } from '#/map/map-colors.ts';
import { useIsMapLow, useTopCards } from '#/map/camera/map-room.ts';
import { MapView } from '#/map/MapView.tsx';
import styles from './HomeMap.module.css';
import { useShell } from './shell-store.ts';
import { useIsPhone } from '#/ui/window/window-store.ts';
import { useTheme } from '../theme/theme-store.ts';
import { themes, type ThemeTokens } from '../theme/tokens.ts';

const DeviceSearch = lazy(async () => ({
  default: (await loadPart(() => import('#/features/devices/map/DeviceSearch.tsx'))).DeviceSearch,
}));

const EditorMap = lazy(async () => ({
  default: await loadPart(async () =>
    (await import('#/features/planning/editor/map/load-editor-map.ts')).loadEditorMap(),
  ),
}));

const SavedPathMap = lazy(async () => ({
  default: await loadPart(async () =>
    (await import('#/features/planning/editor/map/load-editor-map.ts')).loadSavedPathMap(),
  ),
}));

const RunsMap = lazy(async () => ({
  default: await loadPart(async () => (await import('./late-lists.ts')).loadRunsMap()),
}));

interface HomeMapProps {
  /** The part of this edge that the drawer covers, in px. */
  readonly coveredLeft: number;
  readonly isDeviceInfoOpen: boolean;
  readonly onOpenDeviceInfo: () => void;
}

/** Storage key of the user's last view of the map. */
const LAST_VIEW = 'map-view';

/** Height of the search over the map, with the space below it. */
const SEARCH_ROOM = { desk: 48, phone: 56 } as const;

function useMapColors(): MapColors {
  const { map, surface, text, status } = useCanvasTokens();
  return {
    ...map,
    chip: surface.raised,
    chipEdge: text.secondary,
    chipText: text.primary,
    heartbeat: status.online.graphic,
    fine: status.online.graphic,
    low: status.warning.graphic,
    offline: status.offline.graphic,
    alarm: status.alarm.graphic,
  };
}

function useEditorColors(): EditorColors {
  const { run, text, map, accent } = useCanvasTokens();
  return { line: run.future, casing: run.casing, label: text.primary, halo: map.halo, accent: accent.graphic };
}

function useRunColors(): RunColors {
  const { run, text, map, accent, status } = useCanvasTokens();
  const badges = {
    verified: status.verified.graphic,
    unverified: status.unverified.graphic,
    missing: status.warning.graphic,
    overdue: status.alarm.graphic,
    unwatched: status.offline.graphic,
  };
  return { ...run, ...badges, label: text.primary, halo: map.halo, accent: accent.graphic };
}

function LateRunsMap() {
  const colors = useRunColors();
  return (
    <Suspense>
      <RunsMap colors={colors} />
    </Suspense>
  );
}

/** Loaded with the manager or the editor, not before. */
function LatePathMap() {
  const panel = useShell((shell) => shell.panel);
  const colors = useEditorColors();
  return (
    <Suspense>
      {panel === 'pigRunEditor' && <EditorMap colors={colors} />}
      {panel === 'pigRunManager' && <SavedPathMap colors={colors} />}
    </Suspense>
  );
}

/** The map with all its content: loaded as one part, after the shell. */
export function HomeMap({ coveredLeft, ...deviceInfo }: HomeMapProps) {
  const colors = useMapColors();
  const isLow = useIsMapLow();
  const searchRoom = useIsPhone() ? SEARCH_ROOM.phone : SEARCH_ROOM.desk;
  const top = Math.max(
    searchRoom,
    useTopCards(({ bottom }) => bottom),
  );
  const covered: CoveredEdges = { top, right: 0, bottom: 0, left: coveredLeft, search: searchRoom };
  const isMetric = useUnits() === 'metric';
  const [view] = useState(() => parseView(readChoice(LAST_VIEW)));
  return (
    <>
      <search
        className={styles.search}
        aria-label={t('Devices and places')}
        data-on-low-map={isLow || undefined}
        style={{ '--covered-left': `${coveredLeft}px` } as CSSProperties}
      >
        <Suspense fallback={<div className={styles.searchComes} />}>
          <DeviceSearch />
        </Suspense>
      </search>
      <MapView {...{ colors, view, isMetric, covered }} onViewChange={(last) => writeChoice(LAST_VIEW, last)}>
        <DeviceMap colors={colors} {...deviceInfo} />
        <LateRunsMap />
        <LatePathMap />
      </MapView>
    </>
  );
}

/**
 * Colours for canvas and WebGL, which cannot read CSS variables: the values behind the `--wm-*` variables. One object
 * per theme, for dependency lists; redraw when it changes.
 */
function useCanvasTokens(): ThemeTokens {
  return themes[useTheme()];
}
