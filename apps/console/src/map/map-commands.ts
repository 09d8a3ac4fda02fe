const homeListeners = new Set<() => void>();

/** Fits the map to everything it shows. */
export function goHome(): void {
  for (const listener of homeListeners) listener();
}

/** For the map; answers how to stop. */
export function onGoHome(listener: () => void): () => void {
  homeListeners.add(listener);
  return () => homeListeners.delete(listener);
}
