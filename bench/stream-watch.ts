// Functions that run inside the page of the stream bench. They are sent as source text, so they use nothing from
// outside.

declare global {
  interface Window {
    /** Times when a pulse was first detected at the right edge of the EM plot, in ms of the wall clock. */
    pulsesSeenAt: number[];
  }
}

/** After every frame of the browser, looks for MAG's colour in the lower part of the EM plot's right edge. */
export function watchPulses(): void {
  const AXIS_EDGE_PX = 10;
  // A pulse takes almost two seconds to scroll through, and is gone before the next one comes.
  const WIDTH = 24;
  const PART = { from: 0.65, to: 0.9 };
  const ALIKE = 40;
  const LEAST_ALPHA = 100;
  const canvas = document.querySelector('[data-plot="em"] canvas[role="img"]');
  const height = canvas instanceof HTMLCanvasElement ? Math.round(canvas.height * (PART.to - PART.from)) : 1;
  const copy = new OffscreenCanvas(WIDTH, height).getContext('2d', { willReadFrequently: true });
  if (!(canvas instanceof HTMLCanvasElement) || !copy) throw new Error('there is no EM plot');
  copy.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--wm-plot-em-mag').trim();
  copy.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = copy.getImageData(0, 0, 1, 1).data;

  const isPulseShown = (): boolean => {
    copy.clearRect(0, 0, WIDTH, height);
    copy.drawImage(
      canvas,
      canvas.width - AXIS_EDGE_PX - WIDTH,
      canvas.height * PART.from,
      WIDTH,
      height,
      0,
      0,
      WIDTH,
      height,
    );
    const { data } = copy.getImageData(0, 0, WIDTH, height);
    for (let at = 0; at < data.length; at += 4) {
      const [r = 0, g = 0, b = 0, alpha = 0] = data.subarray(at, at + 4);
      if (alpha > LEAST_ALPHA && Math.abs(r - red) < ALIKE && Math.abs(g - green) < ALIKE && Math.abs(b - blue) < ALIKE)
        return true;
    }
    return false;
  };

  window.pulsesSeenAt = [];
  let wasShown = false;
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => {
    const at = Date.now();
    const isShown = isPulseShown();
    if (isShown && !wasShown) window.pulsesSeenAt.push(at);
    wasShown = isShown;
    requestAnimationFrame(look);
  });
  port1.start();
  // A message posted while a frame is drawn is handled after the drawing.
  const look = () => port2.postMessage(null);
  look();
}
