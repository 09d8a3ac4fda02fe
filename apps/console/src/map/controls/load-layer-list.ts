/** A separate file, because it imports everything that the layer list needs, which the map must not load. */
export const loadLayerList = async () => (await import('./LayerList.tsx')).LayerList;
