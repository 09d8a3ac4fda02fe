import type { GeoJSONSource, Map } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import { loadBaseMap } from '#/map/base/base-map-data.ts';
import { loadMapEngine } from '#/map/map-engine.ts';
import { t } from '#/language/t.ts';
import { CONTENT, drawContent, findBounds, makeStyle, type BoardColors, type MapContent } from './board-map.ts';
import styles from './BoardMap.module.css';

interface BoardMapProps {
  readonly content: MapContent;
  readonly colors: BoardColors;
  readonly textPx: number;
  /** A wallboard's map moves by no hand. */
  readonly isFixed: boolean;
}

/** A map without a sign-in. */
export function BoardMap({ content, ...props }: BoardMapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<Map | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [first] = useState(() => ({ ...props, content }));
  useEffect(() => {
    const container = frame.current;
    if (!container) return undefined;
    let made: Map | undefined;
    let isGone = false;
    openMap(container, first).then(
      (opened) => {
        made = opened;
        if (isGone) opened.remove();
        else opened.once('load', () => setMap(opened));
      },
      () => setFailed(true),
    );
    return () => {
      isGone = true;
      made?.remove();
    };
  }, [first]);
  useEffect(() => {
    void map?.getSource<GeoJSONSource>(CONTENT)?.setData(drawContent(content));
  }, [map, content]);
  if (hasFailed) return <p className={styles.failed}>{t('The map cannot be drawn here')}</p>;
  return <div ref={frame} className={styles.map} data-ready={map !== null} />;
}

async function openMap(container: HTMLElement, { content, colors, textPx, isFixed }: BoardMapProps): Promise<Map> {
  const [engine, base] = await Promise.all([loadMapEngine(), loadBaseMap()]);
  const bounds = findBounds(content);
  const fitting = { padding: textPx * 2.5, maxZoom: 12 };
  const map = new engine.Map({
    container,
    style: makeStyle(base, drawContent(content), colors, textPx),
    ...(bounds ? { bounds, fitBoundsOptions: fitting } : { center: [-98.6, 39.8], zoom: 3 }),
    interactive: !isFixed,
    attributionControl: false,
    renderWorldCopies: false,
    fadeDuration: 0,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
  });
  map.touchZoomRotate.disableRotation();
  if (bounds) fitWhenResized(map, (options) => map.fitBounds(bounds, { ...fitting, ...options }));
  return map;
}

/** Shows the whole content again when a phone is turned, unless the reader has moved the map. */
function fitWhenResized(map: Map, fit: (options: { readonly animate: false }) => void): void {
  let isMoved = false;
  map.on('movestart', ({ originalEvent }) => (isMoved ||= originalEvent !== undefined));
  map.on('resize', () => {
    if (!isMoved) fit({ animate: false });
  });
}
