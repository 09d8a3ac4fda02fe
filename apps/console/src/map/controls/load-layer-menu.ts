/** A separate file, because it imports everything that the layer menu needs, which the map must not load. */
export const loadLayerMenu = async () => (await import('./LayerMenu.tsx')).LayerMenu;
