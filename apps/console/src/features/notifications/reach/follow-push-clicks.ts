/** The query of the address that a click on a push opens; null: another message of the service worker. */
export function readOpenedQuery(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || !('opens' in message)) return null;
  const { opens } = message;
  return typeof opens === 'string' && opens.startsWith('/') ? new URL(opens, 'https://waymark.invalid').search : null;
}

/** Opens the place of a push that was clicked while the console was open. Returns a function that stops it. */
export function followPushClicks(open: (search: string) => void): () => void {
  const { serviceWorker: container } = navigator as { readonly serviceWorker?: ServiceWorkerContainer };
  const hear = ({ data }: MessageEvent) => {
    const search = readOpenedQuery(data);
    if (search !== null) open(search);
  };
  container?.addEventListener('message', hear);
  return () => container?.removeEventListener('message', hear);
}
