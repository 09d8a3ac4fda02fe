import type { Marker } from '@waymark/domain/path/marker';
import { parseUtc } from '@waymark/domain/time/utc';
import type { Alert } from '#/features/alerts/alerts-store.ts';
import { titleOf } from '#/features/alerts/alert.view.ts';
import { t } from '#/language/t.ts';

/** A sign of alerts on the stringline: at their marker, else on the time axis. */
export interface AlertMark {
  readonly x: number;
  readonly y: number;
  /** A cause holds. */
  readonly isOpen: boolean;
  /** A line per alert. */
  readonly name: string;
}

interface AlertScales {
  readonly x: (distanceM: number) => number;
  readonly y: (at: number) => number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Signs closer than this share one. */
const REACH_PX = 12;

function describe(alert: Alert): string {
  const { endedAt, acknowledged, raisedAt, markerName } = alert;
  const title = titleOf(alert);
  const end = endedAt === null ? t('not ended') : t('ended {time}', { time: endedAt });
  const by = acknowledged ? t('acknowledged by {name}', { name: acknowledged.name }) : t('not acknowledged');
  const place = markerName === null ? title : t('{alert} at {marker}', { alert: title, marker: markerName });
  return `${place}: ${raisedAt} UTC, ${end}, ${by}`;
}

export function placeAlerts(alerts: readonly Alert[], markers: readonly Marker[], scales: AlertScales): AlertMark[] {
  const placed: AlertMark[] = [];
  for (const alert of alerts) {
    const raisedAt = parseUtc(alert.raisedAt);
    if (!raisedAt.ok) continue;
    const marker = markers.find(({ name }) => name === alert.markerName);
    const [x, y] = [marker ? scales.x(marker.fromLaunchM) : scales.left, scales.y(raisedAt.value)];
    if (x < scales.left || x > scales.right || y < scales.top || y > scales.bottom) continue;
    const isOpen = alert.endedAt === null;
    const at = placed.findIndex((mark) => Math.hypot(mark.x - x, mark.y - y) < REACH_PX);
    const near = placed[at];
    if (near) placed[at] = { ...near, isOpen: near.isOpen || isOpen, name: `${near.name}\n${describe(alert)}` };
    else placed.push({ x, y, isOpen, name: describe(alert) });
  }
  return placed;
}
