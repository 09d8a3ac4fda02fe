import { Source, useMap, Marker } from '@vis.gl/react-maplibre';
import type { FeatureCollection, Point } from 'geojson';
import { useEffect, useState, type ReactNode, useEffectEvent } from 'react';
import { findMarker } from '@waymark/domain/run/run';
import { PigLayer } from '#/map/layers/PigLayer.tsx';
import { RunBandLayer } from '#/map/layers/RunBandLayer.tsx';
import { RunCasingLayer, RunLineLayers } from '#/map/layers/RunLineLayers.tsx';
import { RunMarkerLayers } from '#/map/layers/RunMarkerLayers.tsx';
import { useLayerChoice } from '#/map/tiles/layer-choice.ts';
import { useTracking, setPlace, followPig } from '#/features/runs/run-selection.ts';
import { AutoLinkCircles } from './AutoLinkCircles.tsx';
import type { RunColors } from './run-colors.ts';
import { markerKey } from './run-features.ts';
import { PigLabels } from './PigLabels.tsx';
import { RunPicking } from './RunPicking.tsx';
import { useRunFeed } from './use-run-feed.ts';
import { logFailure } from '#/api/api-error.ts';
import { addPictures } from '#/map/icons/marker-images.ts';
import { runPictures } from '#/map/icons/run-icons.ts';
import { listTrackingPictures } from '#/map/icons/tracking-pictures.ts';
import { signBoard } from '#/map/signs/sign-board.ts';
import { WatcherLayer } from '#/map/layers/WatcherLayer.tsx';
import { useRuns, findTracked } from '#/features/runs/runs-store.ts';
import { followWatchers } from './follow-watchers.ts';
import { describeWatchers, keepIfSame } from './watchers.ts';
import { takeMapClicks } from '#/map/marks/map-clicks.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import { useFlyTo, useLookForPlace } from '#/map/camera/MapCamera.tsx';
import { useServerNow } from '#/live/clock-store.ts';
import { useHeardPositions } from '#/features/runs/heard-positions.ts';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import { t } from '#/language/t.ts';
import { drawPig } from './pig-place.ts';
import { askFlight, useFirstFlight } from '../startup/first-flight.ts';
import styles from './RunsMap.module.css';

/** A zoom at which adjacent markers can be distinguished; the map never zooms out to it. */
const MARKER_ZOOM = 12;

/** Rounds to a decimetre. */
const PLACE_DECIMALS = 6;

const round = (degrees: number) => Number(degrees.toFixed(PLACE_DECIMALS));

const WATCHERS_SOURCE = 'run-watchers';

const NOBODY: FeatureCollection<Point> = { type: 'FeatureCollection', features: [] };

const EMPTY: FeatureCollection = { type: 'FeatureCollection', features: [] };

/** Runs together with the layers, because it needs their sources. */
function RunFeed() {
  useRunFeed();
  return null;
}

function RunLayers({ colors }: { readonly colors: RunColors }) {
  const { past, future, casing, label, halo } = colors;
  const chosen = useTracking(({ runId, markerName }) =>
    runId === null || markerName === null ? null : markerKey(runId, markerName),
  );
  useEffect(() => signBoard.pinMarker(chosen), [chosen]);
  return (
    <>
      <AutoLinkCircles colors={colors} />
      <Source id="run-pigs" type="geojson" data={EMPTY} tolerance={0}>
        <RunBandLayer id="run-band" source="run-pigs" color={colors.band} searchColor={colors.overdue} />
        <RunCasingLayer id="run-stretch-casing" source="run-pigs" color={casing} />
      </Source>
      <Source id="run-lines" type="geojson" data={EMPTY}>
        <RunCasingLayer id="run-lines-casing" source="run-lines" color={casing} />
        <RunLineLayers id="run-lines" source="run-lines" past={past} future={future} />
      </Source>
      <RunLineLayers id="run-stretch" source="run-pigs" past={past} future={future} />
      <Source id="run-markers" type="geojson" data={EMPTY} tolerance={0}>
        <RunMarkerLayers
          id="run-markers"
          source="run-markers"
          chosen={chosen}
          line={future}
          casing={casing}
          label={label}
          halo={halo}
        />
      </Source>
      <RunWatchers />
      <PigLayer id="pigs" source="run-pigs" />
      <RunFeed />
      <PigLabels />
    </>
  );
}

function ShownRuns({ colors }: { readonly colors: RunColors }) {
  return (
    <>
      <TrackingImages colors={colors}>
        <RunLayers colors={colors} />
      </TrackingImages>
      <RunPicking />
      <PlacePicking />
    </>
  );
}

/** The map content of the active runs. */
export function RunsMap({ colors }: { readonly colors: RunColors }) {
  const areHidden = useLayerChoice(({ areRunsHidden }) => areRunsHidden);
  return (
    <>
      <RunsCamera />
      <FollowedPig />
      {!areHidden && <ShownRuns colors={colors} />}
    </>
  );
}

/** Draws the icons of runs for the current theme, and renders its children once they exist. */
function TrackingImages({ colors, children }: { readonly colors: RunColors; readonly children: ReactNode }) {
  const { current: map } = useMap();
  const [isReady, setReady] = useState(false);
  const { verified, unverified, missing, overdue, unwatched, casing, accent, future } = colors;
  useEffect(() => {
    if (!map) return undefined;
    let isCurrent = true;
    const pictures = [
      ...runPictures,
      ...listTrackingPictures({ verified, unverified, missing, overdue, unwatched, casing, accent, future }),
    ];
    addPictures(map.getMap(), pictures).then(() => isCurrent && setReady(true), logFailure);
    return () => {
      isCurrent = false;
    };
  }, [map, verified, unverified, missing, overdue, unwatched, casing, accent, future]);
  return isReady && children;
}

/** Devices with signs of their own; a shield on a device says already that it watches. */
function findLone(uid: number) {
  const [member, ...others] = signBoard.layout.signOfDevice.get(uid)?.members ?? [];
  return member?.device && !member.marker && others.length === 0 ? member.device : undefined;
}

function useWatchers(): FeatureCollection<Point> {
  const [watchers, setWatchers] = useState(NOBODY);
  useEffect(() => {
    const draw = () => {
      const runs = useRuns.getState().runs.map(({ run }) => run);
      setWatchers((shown) => keepIfSame(shown, describeWatchers(runs, findLone)));
    };
    return followWatchers(draw);
  }, []);
  return watchers;
}

/** Draws a badge on every device with a sign of its own that watches an active run. */
function RunWatchers() {
  return (
    <Source id={WATCHERS_SOURCE} type="geojson" data={useWatchers()} tolerance={0}>
      <WatcherLayer id={WATCHERS_SOURCE} source={WATCHERS_SOURCE} />
    </Source>
  );
}

function take({ lat, lng }: { readonly lat: number; readonly lng: number }): void {
  setPlace({ lat: round(lat), lon: round(lng) });
}

function Tool() {
  const place = useTracking((tracking) => tracking.place);
  useEffect(
    () =>
      takeMapClicks(({ lngLat }) => {
        take(lngLat.wrap());
        return true;
      }),
    [],
  );
  if (!place) return null;
  const { lat, lon } = place;
  return (
    <Marker latitude={lat} longitude={lon} anchor="bottom" draggable onDragEnd={({ lngLat }) => take(lngLat.wrap())}>
      <div className={styles.mark} role="img" aria-label={t('New place {lat}, {lon}', { lat, lon })}>
        <Icon name="place" size={34} />
      </div>
    </Marker>
  );
}

/** Picks the place of a new marker or of the pig: a click sets a mark that can be dragged. */
function PlacePicking() {
  return useTracking(({ placeTool }) => placeTool !== null) && <Tool />;
}

function useShowMarker(): (runId: number, name: string) => void {
  const { current: map } = useMap();
  const look = useLookForPlace();
  const flyTo = useFlyTo();
  return (runId, name) => {
    const tracked = findTracked(runId);
    const marker = tracked && findMarker(tracked.run, name);
    if (!map || !marker || look(marker.lat, marker.lon).isSeen) return;
    flyTo(marker.lat, marker.lon, Math.max(MARKER_ZOOM, map.getZoom()));
  };
}

/** Distance of the pig from the middle of the free map at which the map moves, in px. */
const DRIFT_PX = 60;

function Follower({ tracked }: { readonly tracked: TrackedRun }) {
  const { current: map } = useMap();
  const now = useServerNow();
  const heard = useHeardPositions(({ byRun }) => byRun.get(tracked.run.runId));
  const flyTo = useFlyTo();
  const look = useLookForPlace();
  const follow = useEffectEvent((at: number) => {
    if (!map || map.isMoving()) return;
    const { lat, lon } = drawPig(tracked, heard, at).place;
    if (look(lat, lon).offCentrePx > DRIFT_PX) flyTo(lat, lon, Math.max(MARKER_ZOOM, map.getZoom()));
  });
  useEffect(() => follow(now), [now]);
  useEffect(() => {
    if (!map) return undefined;
    // The user moves the map: it stays where they put it.
    const stop = () => followPig(null);
    map.on('dragstart', stop);
    return () => void map.off('dragstart', stop);
  }, [map]);
  return null;
}

/** Keeps the pig of the followed run in the middle, until the user drags the map. */
function FollowedPig() {
  const followedId = useTracking((tracking) => tracking.followedId);
  const tracked = useRuns(({ runs }) => runs.find(({ run }) => run.runId === followedId));
  return tracked && <Follower tracked={tracked} />;
}

/** Flies to a chosen marker that is out of view, and to the target in the address. */
function RunsCamera() {
  const runId = useTracking((tracking) => tracking.runId);
  const markerName = useTracking((tracking) => tracking.markerName);
  const flight = useFirstFlight((first) => first.flight);
  const flyTo = useEffectEvent(useFlyTo());
  const show = useEffectEvent(useShowMarker());
  useEffect(() => {
    if (runId !== null && markerName !== null) show(runId, markerName);
  }, [runId, markerName]);
  useEffect(() => {
    if (!flight) return;
    flyTo(flight.lat, flight.lon, flight.zoom);
    askFlight(null);
  }, [flight]);
  return null;
}
