/** Checks whether a browser's Origin is ours; other clients send none. */
export function createOriginCheck(publicUrl: string) {
  const own = new URL(publicUrl).origin;
  return function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
    if (origin === undefined || origin === own) return true;
    return URL.canParse(origin) && new URL(origin).host === host;
  };
}
