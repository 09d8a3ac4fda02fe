import { startBare, startConsole, startEcharts, type Rival } from './plots-rivals.ts';
import { Signals } from './plots-signals.ts';

// Runs in the browser: one way of drawing at a time, on every animation frame.

export const RIVALS = ['nothing', 'bare', 'console', 'echarts'] as const;
export type RivalName = (typeof RIVALS)[number];

declare global {
  interface Window {
    startRival(name: RivalName): Promise<void>;
    drawRefreshes(count: number): Promise<void>;
  }
}

const signals = new Signals();
let draw: Rival = () => undefined;

const STARTS: Readonly<Record<RivalName, (signals: Signals) => Rival | Promise<Rival>>> = {
  nothing: () => () => undefined,
  bare: startBare,
  console: startConsole,
  echarts: startEcharts,
};

window.startRival = async (name) => {
  draw = await STARTS[name](signals);
};

window.drawRefreshes = (count) =>
  new Promise((resolve) => {
    let drawn = 0;
    const step = () => {
      signals.next();
      draw();
      drawn += 1;
      if (drawn < count) requestAnimationFrame(step);
      else resolve();
    };
    requestAnimationFrame(step);
  });
