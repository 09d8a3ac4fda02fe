import { afterEach, beforeEach } from 'vitest';
import { chooseTheme } from '#/app/theme/theme-store.ts';
import { startTheme } from '#/app/theme/start-theme.ts';
import { startSession } from '#/features/session/session.ts';
import { resetStores } from './reset-stores.ts';
import { takeComplaints, untilExpectedLogged, watchComplaints } from './complaints.ts';
import { resetFakeServer, startFakeServer, untilAnswered } from './fake-server.ts';
import { unmountAll } from './render.tsx';

// Test files share one page, so every test must restore it.

const started = '__waymarkComponentTests';

if (!Reflect.has(globalThis, started)) {
  Reflect.set(globalThis, started, true);
  watchComplaints();
  startFakeServer();
  startTheme();
  startSession();
}

beforeEach(() => {
  chooseTheme('dark');
});

afterEach(async () => {
  await untilExpectedLogged();
  await untilAnswered();
  unmountAll();
  const wireFaults = resetFakeServer();
  resetStores();
  const complaints = takeComplaints();
  if (wireFaults.length + complaints.length > 0) throw new Error([...wireFaults, ...complaints].join('\n'));
});
