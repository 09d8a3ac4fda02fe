// Functions that run inside the page of the map bench. Each is sent as source text, so it uses nothing from outside and
// is long.

export interface Watched {
  /** A device with its place, and the initial view of the map. */
  readonly uid: number;
  readonly lat: number;
  readonly lon: number;
  /** Number of devices, this one included. */
  readonly devices: number;
  readonly view: { readonly latitude: number; readonly longitude: number; readonly zoom: number };
}

/** Moments in ms of the page's clock. */
export interface Moments {
  submitAt?: number;
  drawnAt?: number;
  selectedAt?: number;
  /** Hub events that came over WebSockets. */
  events: number;
}

/** Position of the device on the page. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

declare global {
  interface Window {
    moments: Moments;
    /** The bench exposes these to receive the moments. */
    tellDrawn?(spot: Spot): void;
    tellSelected?(): void;
  }
}

/** Records when Submit is clicked, when the device's marker is on the canvas, and when its selection is shown. */
export function watchPage({ uid, lat, lon, devices, view }: Watched): void {
  const moments: Moments = { events: 0 };
  window.moments = moments;
  const contexts: WebGL2RenderingContext[] = [];
  const toY = (degrees: number) => Math.log(Math.tan(Math.PI / 4 + (degrees * Math.PI) / 360)) / (2 * Math.PI);
  const worldPx = 512 * 2 ** view.zoom;
  const offset = { x: ((lon - view.longitude) / 360) * worldPx, y: (toY(view.latitude) - toY(lat)) * worldPx };

  const readings: { readonly sync: WebGLSync | null; readonly buffer: WebGLBuffer; readonly spot: Spot }[] = [];

  /** Reads the pixel right after the map has drawn; the drawing buffer is cleared later. */
  const ask = (gl: WebGL2RenderingContext): void => {
    const spot = {
      x: Math.round(gl.drawingBufferWidth / 2 + offset.x),
      y: Math.round(gl.drawingBufferHeight / 2 + offset.y),
    };
    const bound = gl.getParameter(gl.FRAMEBUFFER_BINDING) as WebGLFramebuffer | null;
    const buffer = gl.createBuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer);
    gl.bufferData(gl.PIXEL_PACK_BUFFER, 4, gl.STREAM_READ);
    gl.readPixels(spot.x, gl.drawingBufferHeight - spot.y, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, 0);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
    gl.bindFramebuffer(gl.FRAMEBUFFER, bound);
    readings.push({ sync: gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0), buffer, spot });
  };
  /** The fence signals once all earlier drawing is done. */
  const take = (gl: WebGL2RenderingContext): void => {
    const [reading] = readings;
    if (!reading?.sync || gl.getSyncParameter(reading.sync, gl.SYNC_STATUS) !== gl.SIGNALED) return;
    readings.shift();
    const pixel = new Uint8Array(4);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, reading.buffer);
    gl.getBufferSubData(gl.PIXEL_PACK_BUFFER, 0, pixel);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
    gl.deleteBuffer(reading.buffer);
    if (pixel[3] === 0) return;
    moments.drawnAt = performance.now();
    const { x, y } = (gl.canvas as HTMLCanvasElement).getBoundingClientRect();
    window.tellDrawn?.({ x: x + reading.spot.x, y: y + reading.spot.y });
  };

  let isListed = false;
  const fetch = window.fetch.bind(window);
  window.fetch = async (...args) => {
    const answer = await fetch(...args);
    isListed ||= new URL(answer.url).pathname === '/api/apexagm';
    return answer;
  };
  let indices = 0;
  // oxlint-disable-next-line typescript/unbound-method -- called on its own context below
  const drawElements = WebGL2RenderingContext.prototype.drawElements;
  WebGL2RenderingContext.prototype.drawElements = function (this: WebGL2RenderingContext, mode, count, type, at) {
    indices += count;
    drawElements.call(this, mode, count, type, at);
  };
  const requestFrame = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (run) =>
    requestFrame((time) => {
      indices = 0;
      run(time);
      const gl = contexts.find(
        ({ canvas }) => canvas instanceof HTMLElement && canvas.classList.contains('maplibregl-canvas'),
      );
      if (!gl || devices === 0 || moments.drawnAt !== undefined) return;
      take(gl);
      // Reading stalls the page, so it starts when the page knows the devices, and one reading waits at a time.
      if (isListed && indices > 0 && readings.length === 0) ask(gl);
    });
  const lookOn = () => {
    if (moments.drawnAt === undefined) window.requestAnimationFrame(lookOn);
  };
  if (devices > 0) lookOn();

  // oxlint-disable-next-line typescript/unbound-method -- called on its own canvas below
  const getContext = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: Parameters<typeof getContext>) {
    const context = getContext.apply(this, args);
    if (context instanceof WebGL2RenderingContext) contexts.push(context);
    return context;
  } as typeof getContext;

  const latin1 = new TextDecoder('latin1');
  window.WebSocket = class extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args);
      // A message may hold a group of events.
      this.addEventListener('message', ({ data }) => {
        const text = data instanceof ArrayBuffer ? latin1.decode(data) : '';
        moments.events += text.match(/Receive(?!Events)/g)?.length ?? 0;
      });
    }
  };

  addEventListener(
    'click',
    ({ target, timeStamp }) => {
      if (target instanceof Element && target.closest('[type=submit]')) moments.submitAt = timeStamp;
    },
    { capture: true },
  );
  new MutationObserver(() => {
    if (moments.drawnAt === undefined || moments.selectedAt !== undefined) return;
    if (!document.querySelector(`[aria-label="Device ${uid}"]`)) return;
    moments.selectedAt = performance.now();
    window.tellSelected?.();
  }).observe(document, { childList: true, subtree: true });
}

export interface Drawing {
  readonly frames: number;
  readonly ms: number;
  readonly events: number;
  /** Number of tasks over 50 ms, and the longest. */
  readonly longTasks: number;
  readonly longestMs: number;
}

/** Counts the page's frames for this long. */
export async function countFrames(forMs: number): Promise<Drawing> {
  const long: number[] = [];
  const observer = new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: 'longtask' });
  const startedAt = performance.now();
  const { events } = window.moments;
  let frames = 0;
  await new Promise<void>((resolve) => {
    const step = () => {
      if (performance.now() - startedAt >= forMs) return resolve();
      frames += 1;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
  observer.disconnect();
  const ms = performance.now() - startedAt;
  return {
    frames,
    ms,
    events: window.moments.events - events,
    longTasks: long.length,
    longestMs: Math.max(0, ...long),
  };
}
