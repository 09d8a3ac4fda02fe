import { create } from 'zustand';
import { readJson, writeJson } from '#/api/browser-storage.ts';
import { showWindow } from '#/ui/window/window-store.ts';

/** A session that was started or resumed here, and is not known to have ended. */
export interface KeptSession {
  readonly sessionId: number;
  readonly isShown: boolean;
  /** From before a reload: should it have ended meanwhile, it is not shown again. */
  readonly isRecalled: boolean;
}

interface DownloadWindows {
  /** Newest first. */
  readonly sessions: readonly KeptSession[];
  readonly areFilesShown: boolean;
}

const KEY = 'waymark.downloads';

/** Sessions of one company cannot be many: a device is in one at most. */
const MOST_KEPT = 20;

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What was kept, as far as it is what we write. */
export function parseSessions(stored: unknown): readonly KeptSession[] {
  if (!Array.isArray(stored)) return [];
  return stored.filter(isRecord).flatMap((kept) => {
    const sessionId: unknown = Reflect.get(kept, 'sessionId');
    return Number.isInteger(sessionId)
      ? [{ sessionId: Number(sessionId), isShown: Reflect.get(kept, 'isShown') === true, isRecalled: true }]
      : [];
  });
}

/** Which windows of downloads are open; sessions outlive the page. */
export const useDownloadWindows = create<DownloadWindows>()(() => ({
  sessions: parseSessions(readJson(KEY)),
  areFilesShown: false,
}));

function keep(sessions: readonly KeptSession[]): void {
  useDownloadWindows.setState({ sessions });
  writeJson(
    KEY,
    sessions.map(({ sessionId, isShown }) => ({ sessionId, isShown })),
  );
}

const sessionsWithout = (sessionId: number) =>
  useDownloadWindows.getState().sessions.filter((kept) => kept.sessionId !== sessionId);

export const sessionWindowId = (sessionId: number) => `download-${sessionId}`;
export const FILES_WINDOW_ID = 'downloads';

export function showSession(sessionId: number): void {
  keep([{ sessionId, isShown: true, isRecalled: false }, ...sessionsWithout(sessionId)].slice(0, MOST_KEPT));
  showWindow(sessionWindowId(sessionId));
}

const changeSession = (sessionId: number, change: Partial<KeptSession>) =>
  keep(
    useDownloadWindows
      .getState()
      .sessions.map((kept) => (kept.sessionId === sessionId ? { ...kept, ...change } : kept)),
  );

/** It was there before the reload and still goes on. */
export function confirmSession(sessionId: number): void {
  changeSession(sessionId, { isRecalled: false });
}

/** It goes on, and can be shown again. */
export function hideSession(sessionId: number): void {
  changeSession(sessionId, { isShown: false });
}

/** It has ended, or is not ours to see. */
export function forgetSession(sessionId: number): void {
  keep(sessionsWithout(sessionId));
}

export function showFiles(): void {
  useDownloadWindows.setState({ areFilesShown: true });
  showWindow(FILES_WINDOW_ID);
}

export function hideFiles(): void {
  useDownloadWindows.setState({ areFilesShown: false });
}
