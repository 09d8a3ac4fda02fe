import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { ReactNode } from 'react';
import { saveBlob } from '#/ui/field/save-file.ts';

const RATIO = 2;

/** Renders a picture with React outside the page. It contains its colours and icons. */
export function drawPicture(picture: ReactNode): SVGSVGElement {
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() => root.render(picture));
  const svg = place.querySelector('svg')?.cloneNode(true);
  root.unmount();
  if (!(svg instanceof SVGSVGElement)) throw new Error('The picture is empty.');
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return svg;
}

export async function savePicture(svg: SVGSVGElement, name: string): Promise<void> {
  const [width, height] = [Number(svg.getAttribute('width')), Number(svg.getAttribute('height'))];
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * RATIO;
  canvas.height = height * RATIO;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (blob) saveBlob(name, blob);
}
