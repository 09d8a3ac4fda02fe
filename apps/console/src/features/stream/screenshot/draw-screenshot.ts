import {
  layoutScreenshot,
  type Measure,
  type PlacedBox,
  type ScreenshotContent,
  type TextLook,
} from './screenshot-layout.ts';

/** A canvas cannot read CSS variables: read their present values. */
interface Colours {
  readonly panel: string;
  readonly border: string;
  readonly warning: string;
  readonly texts: Readonly<Record<TextLook, string>>;
  readonly fonts: Readonly<Record<TextLook, string>>;
}

function readColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(`--wm-${name}`).trim();
  const [primary, secondary, sans] = [read('text-primary'), read('text-secondary'), read('font-sans')];
  return {
    panel: read('surface-panel'),
    border: read('border-default'),
    warning: read('status-warning-graphic'),
    texts: { title: primary, strong: primary, body: secondary, quiet: secondary, time: secondary },
    fonts: {
      title: `600 13px ${sans}`,
      strong: `600 11.5px ${sans}`,
      body: `450 12px ${sans}`,
      quiet: `450 11.5px ${sans}`,
      time: `450 12px ${read('font-mono')}`,
    },
  };
}

const TINT = 0.14;

function drawBox(context: CanvasRenderingContext2D, { look, x, y, width, height }: PlacedBox, colours: Colours): void {
  context.beginPath();
  context.roundRect(x, y, width, height, look === 'banner' ? 0 : 5);
  if (look !== 'badge') {
    context.fillStyle = colours.warning;
    context.globalAlpha = TINT;
    context.fill();
    context.globalAlpha = 1;
  }
  if (look === 'banner') return;
  context.strokeStyle = look === 'detected' ? colours.warning : colours.border;
  context.stroke();
}

export interface DialogPicture extends Omit<ScreenshotContent, 'plots'> {
  /** Scales the drawing by `scale` against the screen. */
  readonly plots: HTMLCanvasElement;
  readonly scale: number;
}

/** The whole dialog as a picture; null: the browser cannot create one. */
export function drawScreenshot({ plots, scale, ...words }: DialogPicture): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  const colours = readColours();
  const measure: Measure = (text, look) => {
    context.font = colours.fonts[look];
    return context.measureText(text).width;
  };
  const size = { width: plots.width / scale, height: plots.height / scale };
  const { width, height, plotsTop, boxes, texts } = layoutScreenshot({ ...words, plots: size }, measure);
  canvas.width = width * scale;
  canvas.height = height * scale;
  context.scale(scale, scale);
  context.fillStyle = colours.panel;
  context.fillRect(0, 0, width, height);
  for (const box of boxes) drawBox(context, box, colours);
  context.textBaseline = 'middle';
  for (const { text, look, x, y } of texts) {
    context.font = colours.fonts[look];
    context.fillStyle = colours.texts[look];
    context.fillText(text, x, y);
  }
  context.drawImage(plots, 0, plotsTop, size.width, size.height);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
}
