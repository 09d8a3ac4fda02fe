/** Apart, because it carries the list of all that the layer list needs: the map is spared that list. */
export const loadLayerList = async () => (await import('./LayerList.tsx')).LayerList;
