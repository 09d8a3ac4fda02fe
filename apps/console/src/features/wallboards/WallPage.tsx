import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { writeNear } from '@waymark/domain/time/near-text';
import { writeZoneAt, type Zone } from '@waymark/domain/time/zone';
import { writeLocal } from '@waymark/domain/time/zoned-text';
import type { BoardColors } from '#/features/shown-runs/board-map.ts';
import { findLostAt, type Readings, readOutcome, type Outcome } from '#/features/shown-runs/readings.ts';
import { useReadings } from '#/features/shown-runs/use-readings.ts';
import { t } from '#/language/t.ts';
import { useUtcNow } from '#/ui/clock/use-utc-now.ts';
import { readText, removeStored, writeText } from '#/api/browser-storage.ts';
import { UrgentAlerts, WallAlerts } from './WallAlerts.tsx';
import { WallRuns } from './WallRuns.tsx';
import { listPages, listUrgent, readEveryS, type Board, type WallPageContent } from './wall.view.ts';
import styles from './Wall.module.css';

/** The answers that end a wallboard. Any other refusal, such as that of a proxy, may pass. */
const ENDED: ReadonlySet<string> = new Set(['unauthenticated', 'token-expired']);

const readBoard = (token: string) => async (): Promise<Outcome<Board>> => {
  const headers = { authorization: `Bearer ${token}` };
  const outcome = await readOutcome<Board>('/api/wallboard/board', { headers });
  return outcome.kind === 'refused' && !ENDED.has(outcome.code) ? { kind: 'away' } : outcome;
};

/** The page to show; it turns every `everyS` seconds unless it is held. */
function useTurningPage(pages: number, everyS: number, isHeld: boolean): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (isHeld || pages < 2) return undefined;
    const timer = setInterval(() => setTurn((before) => before + 1), everyS * 1000);
    return () => clearInterval(timer);
  }, [everyS, isHeld, pages]);
  return pages === 0 ? 0 : turn % pages;
}

/** Keeps the screen on, where the browser can; it forgets the wish while the page is hidden. */
function useWakeLock(): void {
  useEffect(() => {
    let isGone = false;
    let lock: WakeLockSentinel | null = null;
    const ask = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (isGone) await lock.release();
      } catch {
        // The battery is low, or the browser refuses: the screen then follows the settings of the computer.
      }
    };
    const follow = () => void ask();
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', follow);
      void lock?.release();
    };
  }, []);
}

/** Height of the letters that matter, in px: 28 at 1080 lines. */
function useWallText(): number {
  const [height, setHeight] = useState(innerHeight);
  useEffect(() => {
    const measure = () => setHeight(innerHeight);
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  return Math.max(14, Math.round(height * 0.026));
}

// The token of a wallboard arrives behind the # of its link, which no server sees, and stays in this browser.

const KEY = 'waymark.wallboard';

const forgetWallToken = (): void => removeStored(KEY);

/** Takes the token of a link out of the address bar; else the one that this browser keeps. null: there is none. */
function takeWallToken(): string | null {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given === null || given === '') return readText(KEY);
  writeText(KEY, given);
  history.replaceState(null, '', location.pathname + location.search);
  return given;
}

const BoardMap = lazy(async () => ({ default: (await import('#/features/shown-runs/BoardMap.tsx')).BoardMap }));

const READ_MS = 5000;

const readZone = (): Zone => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A wallboard of a control room: it turns its pages and takes no input. */
export function WallPage({ colors }: { readonly colors: BoardColors }) {
  const [token] = useState(takeWallToken);
  const read = useMemo(() => (token === null ? null : readBoard(token)), [token]);
  const readings = useReadings(read, READ_MS);
  const isRevoked = readings.refusal !== null;
  useWakeLock();
  useEffect(() => {
    if (isRevoked) forgetWallToken();
  }, [isRevoked]);
  const textPx = useWallText();
  return (
    <main className={styles.wall} style={{ fontSize: textPx }}>
      {token === null || isRevoked ? (
        <Message
          title={isRevoked ? t('This wallboard was revoked or has expired') : t('This wallboard has no token')}
          text={t('An admin of the company makes a wallboard in Waymark, under Wallboards, and opens its link here.')}
        />
      ) : (
        <Wall readings={readings} colors={colors} textPx={textPx} />
      )}
    </main>
  );
}

function Message({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div className={styles.message} role="status">
      <h1>{title}</h1>
      <p>{text}</p>
    </div>
  );
}

interface WallProps {
  readonly readings: Readings<Board>;
  readonly colors: BoardColors;
  readonly textPx: number;
}

function Wall({ readings, ...look }: WallProps) {
  const { value: board, readAt, isAway } = readings;
  if (board && readAt !== null)
    return <Pages board={board} readings={readings} offsetMs={board.now - readAt} {...look} />;
  return (
    <Message
      title={isAway ? t('No connection') : t('Loading the wallboard')}
      text={isAway ? t('The server does not answer. This page keeps asking.') : ''}
    />
  );
}

interface PagesProps extends WallProps {
  readonly board: Board;
  /** The server's clock minus this computer's. */
  readonly offsetMs: number;
}

function Pages({ board, readings, offsetMs, colors, textPx }: PagesProps) {
  const [zone] = useState(readZone);
  const [everyS] = useState(() => readEveryS(location.search));
  const now = useUtcNow(offsetMs);
  const pages = listPages(board);
  const urgent = listUrgent(board);
  const at = useTurningPage(pages.length, everyS, urgent.length > 0);
  const lostAt = findLostAt(readings, now - offsetMs);
  const page = pages[at];
  if (!page) return null;
  return (
    <>
      <Head board={board} page={page} at={at} pages={pages.length} now={now} zone={zone} isHeld={urgent.length > 0} />
      {lostAt !== null && (
        <p className={styles.lost} role="alert">
          {t('No connection since {time}, what you see is old', {
            time: writeNear(lostAt + offsetMs, now, zone),
          })}
        </p>
      )}
      <UrgentAlerts alerts={urgent} units={board.units} />
      {page.kind === 'runs' && <WallRuns runs={page.runs} board={board} now={now} zone={zone} textPx={textPx} />}
      {page.kind === 'map' && <WallMap board={board} colors={colors} textPx={textPx} />}
      {page.kind === 'alerts' && <WallAlerts board={board} now={now} zone={zone} />}
    </>
  );
}

interface HeadProps {
  readonly board: Board;
  readonly page: WallPageContent;
  readonly at: number;
  readonly pages: number;
  readonly now: number;
  readonly zone: Zone;
  readonly isHeld: boolean;
}

const TITLES: Readonly<Record<WallPageContent['kind'], string>> = {
  runs: t('Active runs'),
  map: t('Map'),
  alerts: t('Alerts and links'),
};

function Head({ board, page, at, pages, now, zone, isHeld }: HeadProps) {
  const place = { page: at + 1, pages };
  const title =
    page.kind === 'runs' ? t('{count} active run|{count} active runs', { count: board.runCount }) : TITLES[page.kind];
  return (
    <header className={styles.head}>
      <h1 className={styles.company}>{board.company}</h1>
      <p className={styles.title}>{title}</p>
      <p className={styles.turn}>
        {isHeld ? t('Page {page} of {pages}, held', place) : t('Page {page} of {pages}', place)}
      </p>
      <p className={styles.clock}>
        <time>{writeLocal(now, zone, 'clock')}</time> <span className={styles.zone}>{writeZoneAt(now, zone)}</span>
      </p>
    </header>
  );
}

interface WallMapProps {
  readonly board: Board;
  readonly colors: BoardColors;
  readonly textPx: number;
}

/** Lines, pigs and AGMs; the legend says what the colours mean. */
function WallMap({ board, colors, textPx }: WallMapProps) {
  const { runs, devices } = board;
  const count = (presence: string) => devices.filter((device) => device.presence === presence).length;
  return (
    <section className={styles.map}>
      <Suspense>
        <BoardMap content={board} colors={colors} textPx={textPx} isFixed />
      </Suspense>
      <ul className={styles.legend}>
        <li data-mark="pig">{t('{count} pig|{count} pigs', { count: runs.length })}</li>
        <li data-mark="online">{t('{count} AGM online|{count} AGMs online', { count: count('online') })}</li>
        <li data-mark="asleep">{t('{count} AGM asleep|{count} AGMs asleep', { count: count('asleep') })}</li>
        <li data-mark="offline">{t('{count} AGM offline|{count} AGMs offline', { count: count('offline') })}</li>
      </ul>
    </section>
  );
}
