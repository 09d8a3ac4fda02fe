import { create } from 'zustand';
import { readJson, writeJson } from '#/api/browser-storage.ts';
import { showWindow } from '#/ui/window/window-store.ts';

/** A session that was started or resumed here, and is not known to have ended. */
export interface KeptSession {
  readonly sessionId: number;
  readonly isShown: boolean;
  /** Restored after a reload: if it has ended meanwhile, it is not shown again. */
  readonly isRecalled: boolean;
}

interface DownloadWindows {
  /** Newest first. */
  readonly sessions: readonly KeptSession[];
  readonly areFilesShown: boolean;
}

const KEY = 'waymark.downloads';

/** A company cannot have many sessions: a device is in at most one. */
const MOST_KEPT = 20;

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Reads the valid part of the stored value. */
export function parseSessions(stored: unknown): readonly KeptSession[] {
  if (!Array.isArray(stored)) return [];
  return stored.filter(isRecord).flatMap((kept) => {
    const sessionId: unknown = Reflect.get(kept, 'sessionId');
    return Number.isInteger(sessionId)
      ? [{ sessionId: Number(sessionId), isShown: Reflect.get(kept, 'isShown') === true, isRecalled: true }]
      : [];
  });
}

/** The open windows of downloads, stored because sessions outlive the page. */
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

/** It was restored and is still open. */
export function confirmSession(sessionId: number): void {
  changeSession(sessionId, { isRecalled: false });
}

/** It is still open, and can be shown again. */
export function hideSession(sessionId: number): void {
  changeSession(sessionId, { isShown: false });
}

/** It has ended, or the user may not see it. */
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
