declare module 'shpjs' {
  import type { FeatureCollection } from 'geojson';

  type Layer = FeatureCollection & { readonly fileName?: string };
  export default function parse(zip: Uint8Array): Promise<Layer | Layer[]>;
}
