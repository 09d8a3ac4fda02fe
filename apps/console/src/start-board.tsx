import 'virtual:waymark-tokens.css';
import '#/app/theme/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { themes } from '#/app/theme/tokens.ts';

const { map, run, status } = themes[document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark'];
const colors = {
  ...map,
  line: run.past,
  pig: run.pig,
  online: status.online.graphic,
  asleep: status.asleep.graphic,
  offline: status.alarm.graphic,
};

async function loadPage() {
  if (location.pathname === '/wall') {
    const { WallPage } = await import('#/features/wallboards/WallPage.tsx');
    return <WallPage colors={colors} />;
  }
  const { SharePage } = await import('#/features/shares/SharePage.tsx');
  return <SharePage colors={colors} />;
}

const root = document.getElementById('root');
if (!root) throw new Error('board.html has no #root');
const board = createRoot(root);
void loadPage().then((page) => board.render(<StrictMode>{page}</StrictMode>));
