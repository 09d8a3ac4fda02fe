import { UTC, type Zone } from '@waymark/domain/time/zone';
import { writeTime } from '@waymark/domain/time/zoned-text';
import { t } from '#/language/t.ts';
import { useZoneStore } from './zones.ts';
import styles from './OtherTimes.module.css';

// Names the same instant in UTC, in the user's zone and in that of the line, for every <time> of the page.

const SHOWN_MS = 6000;
const GAP_PX = 6;

/** A line per zone; zones that are not known, or that are the same, are left out. */
export function listTimes(at: number, ownZone: Zone, line: Zone | undefined): readonly string[] {
  const named: ReadonlyMap<Zone, string> = new Map([
    ...(line === undefined ? [] : [[line, t('{zone}, the line', { zone: line })] as const]),
    ...(ownZone === UTC
      ? []
      : [
          [
            ownZone,
            ownZone === line
              ? t('{zone}, the line and this browser', { zone: ownZone })
              : t('{zone}, this browser', { zone: ownZone }),
          ] as const,
        ]),
  ]);
  return [
    writeTime(at, UTC),
    ...[...named].filter(([zone]) => zone !== UTC).map(([zone, words]) => `${writeTime(at, zone)} · ${words}`),
  ];
}

function readTimes(target: EventTarget | null): { readonly element: HTMLElement; readonly text: string } | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('time[datetime]') : null;
  const at = Date.parse(element?.getAttribute('datetime') ?? '');
  if (!element || Number.isNaN(at)) return null;
  const { ownZone, findDeviceZone } = useZoneStore.getState();
  const { line, uid } = element.dataset;
  return { element, text: listTimes(at, ownZone, line ?? findDeviceZone(Number(uid))).join('\n') };
}

/** Shows the text at the element until the next touch, and for at most six seconds. */
function showNote(element: HTMLElement, text: string): () => void {
  const note = document.createElement('div');
  note.className = styles['note'] ?? '';
  note.setAttribute('role', 'status');
  note.textContent = text;
  document.body.append(note);
  const { left, bottom, top } = element.getBoundingClientRect();
  const { width, height } = note.getBoundingClientRect();
  const isBelow = bottom + GAP_PX + height < window.innerHeight;
  note.style.left = `${Math.max(GAP_PX, Math.min(left, window.innerWidth - width - GAP_PX))}px`;
  note.style.top = `${isBelow ? bottom + GAP_PX : Math.max(GAP_PX, top - height - GAP_PX)}px`;
  const timer = setTimeout(() => note.remove(), SHOWN_MS);
  return () => {
    clearTimeout(timer);
    note.remove();
  };
}

/** Listens until the returned function is called. */
export function nameOtherTimes(): () => void {
  const listeners = new AbortController();
  let hide = () => {};
  const { signal } = listeners;
  document.addEventListener(
    'pointerover',
    ({ target }) => {
      const found = readTimes(target);
      if (found) found.element.title = found.text;
    },
    { signal, passive: true },
  );
  document.addEventListener(
    'click',
    (event) => {
      hide();
      const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
      const found = isTouch ? readTimes(event.target) : null;
      if (found) hide = showNote(found.element, found.text);
    },
    { signal, passive: true },
  );
  return () => {
    hide();
    listeners.abort();
  };
}
