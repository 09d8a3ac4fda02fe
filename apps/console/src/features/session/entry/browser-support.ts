/** Chrome and Firefox; other browsers based on Chromium are not supported. */
export function isSupportedBrowser(userAgent: string): boolean {
  return /Firefox\/|Chrome\//.test(userAgent) && !/Edg\/|OPR\/|SamsungBrowser/.test(userAgent);
}
