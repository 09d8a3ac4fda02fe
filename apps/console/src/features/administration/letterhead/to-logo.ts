import { t } from '#/language/t.ts';

const MOST = { width: 960, height: 320 } as const;
/** The JPEG qualities to try, until the file is small enough. */
const QUALITIES = [0.92, 0.8, 0.6];
/** The server's limit. */
const MOST_BYTES = 150_000;
const WHITE = '#ffffff';

const toBlob = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Makes any picture that the browser can show a JPEG on white, small enough for the server; base64. */
export async function toLogo(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error(t('This file is no picture that the browser can show.'));
  });
  const scale = Math.min(1, MOST.width / picture.width, MOST.height / picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error(t('The browser cannot draw the picture.'));
  pen.fillStyle = WHITE;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  for (const quality of QUALITIES) {
    const blob = await toBlob(canvas, quality);
    if (blob && blob.size <= MOST_BYTES) return toBase64(blob);
  }
  throw new Error(t('The picture is too detailed for a logo: choose a simpler one.'));
}
