import 'virtual:waymark-tokens.css';
import '#/app/theme/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const style = getComputedStyle(document.documentElement);
const readColor = (name: string) => style.getPropertyValue(`--wm-${name}`).trim();
const colors = {
  land: readColor('map-land'),
  water: readColor('map-water'),
  boundary: readColor('map-boundary'),
  label: readColor('map-label'),
  halo: readColor('map-halo'),
  line: readColor('run-past'),
  pig: readColor('run-pig'),
  online: readColor('status-online-graphic'),
  asleep: readColor('status-asleep-graphic'),
  offline: readColor('status-alarm-graphic'),
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
