import { afterEach, describe, expect, it } from 'vitest';
import {
  confirmSession,
  forgetSession,
  hideSession,
  parseSessions,
  showSession,
  useDownloadWindows,
} from './download-windows.ts';

const listed = () => useDownloadWindows.getState().sessions;

describe('the windows of download sessions', () => {
  afterEach(() => {
    for (const { sessionId } of listed()) forgetSession(sessionId);
  });

  it('there is one window per session, the newest first, which can be shown again', () => {
    showSession(17);
    showSession(18);
    hideSession(17);
    expect(listed()).toEqual([
      { sessionId: 18, isShown: true, isRecalled: false },
      { sessionId: 17, isShown: false, isRecalled: false },
    ]);
    showSession(17);
    expect(listed().map(({ sessionId, isShown }) => [sessionId, isShown])).toEqual([
      [17, true],
      [18, true],
    ]);
    forgetSession(18);
    expect(listed()).toHaveLength(1);
  });

  it('sessions are restored after a reload until the server says whether they are still open', () => {
    const stored: unknown = JSON.parse('[{"sessionId":17,"isShown":true},{"sessionId":18},{"sessionId":"x"},null,3]');
    const recalled = parseSessions(stored);
    expect(recalled).toEqual([
      { sessionId: 17, isShown: true, isRecalled: true },
      { sessionId: 18, isShown: false, isRecalled: true },
    ]);
    useDownloadWindows.setState({ sessions: recalled });
    confirmSession(17);
    expect(listed()[0]).toEqual({ sessionId: 17, isShown: true, isRecalled: false });
  });

  it.each([null, {}, 'x', 7])('invalid stored sessions are ignored: %o', (stored) => {
    expect(parseSessions(stored)).toEqual([]);
  });
});
