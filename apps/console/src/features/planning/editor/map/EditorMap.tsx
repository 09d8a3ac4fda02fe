import { Source, useMap } from '@vis.gl/react-maplibre';
import { useEffect, useState, type ReactNode, useEffectEvent } from 'react';
import type { MapMouseEvent } from 'maplibre-gl';
import type { Marker } from '@waymark/domain/path/marker';
import { t } from '#/language/t.ts';
import { useEditor, showMarker, changeDraft, chooseTool, type MapTool } from '../editor-store.ts';
import { DraftCamera } from './DraftCamera.tsx';
import { Lasso, useToolEnd } from './Lasso.tsx';
import { useMarkerDrag, type MarkerDrag, findMarkerUnder } from './marker/use-marker-drag.ts';
import { MapPopup } from '#/map/marks/MapPopup.tsx';
import { MarkerCard } from './marker/MarkerCard.tsx';
import { SelectedLayer } from '#/map/layers/SelectedLayer.tsx';
import { useAgmPlaces } from '../line-view/use-agm-places.ts';
import {
  toPlaceFeatures,
  listLinePlaces,
  toLineFeature,
  toMarkerFeatures,
  type EditorColors,
} from './path-features.ts';
import { logFailure } from '#/api/api-error.ts';
import { markerPictures, SELECTED_RING } from '#/map/icons/device-icons.ts';
import { addPictures } from '#/map/icons/marker-images.ts';
import { runPictures } from '#/map/icons/run-icons.ts';
import { takeMapClicks } from '#/map/marks/map-clicks.ts';
import { showNotice } from '#/ui/toast/toasts.ts';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { useFitBox } from '#/map/camera/MapCamera.tsx';
import { boundMembers, pickSign } from '#/map/signs/pick-sign.ts';
import { toggleDevice } from './lasso.view.ts';
import { PathLayer } from '#/map/layers/PathLayer.tsx';
import { PathMarkerLayers } from '#/map/layers/PathMarkerLayers.tsx';
import { Button } from '#/ui/button/Button.tsx';
import { Icon } from '#/ui/button/Icon.tsx';
import styles from './EditorMap.module.css';

const INSTRUCTIONS: Readonly<Record<UsedTool, { readonly what: string; readonly how: string }>> = {
  lasso: { what: t('Draw around the AGMs to add.'), how: t('Alt removes.') },
  'pick-agms': { what: t('Click the AGMs to add.'), how: t('Click again to remove.') },
};

const OTHERS: Readonly<Record<UsedTool, { readonly tool: UsedTool; readonly label: string }>> = {
  lasso: { tool: 'pick-agms', label: t('Click instead') },
  'pick-agms': { tool: 'lasso', label: t('Draw instead') },
};

const LINE_SOURCE = 'draft-line';

const MARKERS_SOURCE = 'draft-markers';

const NONE: readonly Marker[] = [];

const RUN_PICTURES = [...runPictures, [SELECTED_RING, markerPictures[SELECTED_RING] ?? ''] as const];

const AGMS_SOURCE = 'draft-agms';

const NO_AGMS: readonly number[] = [];

const NO_PLACES = {};

function DraftOnMap({ colors }: { readonly colors: EditorColors }) {
  const tool = useEditor((editor) => editor.tool);
  const drag = useMarkerDrag();
  return (
    <>
      <RunImages>
        <DraftPath colors={colors} drag={drag} />
        <DraftAgms />
      </RunImages>
      <DraftCamera />
      <MarkerPicking />
      {!drag && tool === 'none' && <MarkerPopup />}
      {tool === 'lasso' && <Lasso />}
      {tool === 'pick-agms' && <PickAgms />}
      {tool !== 'none' && <InstructionBar tool={tool} />}
    </>
  );
}

/** The map content while a path is edited. */
export function EditorMap({ colors }: { readonly colors: EditorColors }) {
  const isEditing = useEditor((editor) => editor.draft !== null);
  return isEditing && <DraftOnMap colors={colors} />;
}

/** Shows the open marker beside its place on the map. */
function MarkerPopup() {
  const name = useEditor((editor) => editor.marker);
  const markers = useEditor((editor) => editor.draft?.markers);
  const at = markers?.findIndex((each) => each.name === name) ?? -1;
  const marker = markers?.[at];
  if (!markers || !marker) return null;
  const neighbours = { previous: markers[at - 1]?.name ?? null, next: markers[at + 1]?.name ?? null };
  return (
    <MapPopup lat={marker.lat} lon={marker.lon} phoneEdge="top">
      <MarkerCard key={marker.name} marker={marker} {...neighbours} onShow={showMarker} />
    </MapPopup>
  );
}

/** Draws a ring around every device that watches the line. */
function DraftAgms() {
  const agms = useEditor((editor) => editor.draft?.agms ?? NO_AGMS);
  const offlineAgms = useEditor((editor) => editor.draft?.offlineAgms ?? NO_PLACES);
  const places = useAgmPlaces({ agms, offlineAgms }).flatMap(({ place }) => (place ? [place] : []));
  return (
    <Source id={AGMS_SOURCE} type="geojson" data={toPlaceFeatures(places)}>
      <SelectedLayer id={AGMS_SOURCE} source={AGMS_SOURCE} />
    </Source>
  );
}

/** Draws the icons of the line, and renders the layers once they exist. */
export function RunImages({ children }: { readonly children: ReactNode }) {
  const { current: map } = useMap();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (!map) return undefined;
    let isCurrent = true;
    addPictures(map.getMap(), RUN_PICTURES).then(() => isCurrent && setReady(true), logFailure);
    return () => {
      isCurrent = false;
    };
  }, [map]);
  return isReady && children;
}

function toggle(uid: number): void {
  const { draft } = useEditor.getState();
  if (!draft) return;
  const caught = toggleDevice(draft, uid, deviceStore.list());
  changeDraft(caught.draft);
  showNotice(caught.message);
}

/** While mounted, a click on a device adds it to the path or removes it; one on a cluster zooms in. */
function PickAgms() {
  useToolEnd();
  const zoomTo = useFitBox();
  const pick = useEffectEvent(({ target, point }: MapMouseEvent) => {
    const picked = pickSign(target, point);
    if (picked.kind === 'device') toggle(picked.uid);
    else if (picked.kind === 'zoom') zoomTo(boundMembers(picked.members), picked.zoom);
    else if (picked.kind === 'list') showNotice(SEVERAL);
  });
  useEffect(
    () =>
      takeMapClicks((event) => {
        pick(event);
        return true;
      }),
    [],
  );
  return null;
}

const SEVERAL = t('Several devices are at this spot. Choose them in the list of AGMs.');

/** A click on a marker opens it; a click elsewhere closes the open one. */
function MarkerPicking() {
  const { current: map } = useMap();
  const isOn = useEditor((editor) => editor.tool === 'none');
  const pick = useEffectEvent((event: MapMouseEvent) => {
    if (!isOn) return false;
    const name = findMarkerUnder(event);
    showMarker(name);
    return name !== null;
  });
  const point = useEffectEvent((event: MapMouseEvent) => {
    if (isOn && findMarkerUnder(event) !== null) event.target.getCanvas().style.cursor = 'grab';
  });
  useEffect(() => {
    if (!map) return undefined;
    const move = (event: MapMouseEvent) => point(event);
    const stop = takeMapClicks((event) => pick(event));
    map.on('mousemove', move);
    return () => {
      stop();
      map.off('mousemove', move);
    };
  }, [map]);
  return null;
}

function moveDragged(markers: readonly Marker[], drag: MarkerDrag | null): readonly Marker[] {
  return drag ? markers.map((marker) => (marker.name === drag.name ? { ...marker, ...drag.place } : marker)) : markers;
}

/** Draws the line with its markers, and a dragged marker at its present place. */
function DraftPath({ colors, drag }: { readonly colors: EditorColors; readonly drag: MarkerDrag | null }) {
  const markers = moveDragged(
    useEditor((editor) => editor.draft?.markers ?? NONE),
    drag,
  );
  const lineKml = useEditor((editor) => editor.draft?.lineKml ?? null);
  const chosen = useEditor((editor) => editor.marker);
  return (
    <>
      <Source id={LINE_SOURCE} type="geojson" data={toLineFeature(listLinePlaces({ markers, lineKml }))}>
        <PathLayer id={LINE_SOURCE} source={LINE_SOURCE} color={colors.line} casing={colors.casing} />
      </Source>
      <Source id={MARKERS_SOURCE} type="geojson" data={toMarkerFeatures(markers)}>
        <PathMarkerLayers id={MARKERS_SOURCE} source={MARKERS_SOURCE} chosen={drag?.name ?? chosen} {...colors} />
      </Source>
    </>
  );
}

type UsedTool = Exclude<MapTool, 'none'>;

/** Explains the active tool and how to end it. */
function InstructionBar({ tool }: { readonly tool: UsedTool }) {
  const count = useEditor((editor) => editor.draft?.agms.length ?? 0);
  const { what, how } = INSTRUCTIONS[tool];
  const other = OTHERS[tool];
  return (
    <section className={styles.bar} aria-label={t('Map tool')} data-tool={tool}>
      <Icon name="lasso" size={16} />
      <p className={styles.words} role="status">
        {what} <span>{how}</span>
      </p>
      <span className={styles.count}>{t('{count} AGM|{count} AGMs', { count })}</span>
      <Button size="small" onClick={() => chooseTool(other.tool)}>
        {other.label}
      </Button>
      <Button size="small" look="primary" onClick={() => chooseTool('none')}>
        {t('Done')}
      </Button>
      <kbd className={styles.key}>{t('Esc')}</kbd>
    </section>
  );
}
