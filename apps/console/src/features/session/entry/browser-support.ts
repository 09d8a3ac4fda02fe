/** Chrome and Firefox; browsers built on Chromium that carry another name are not among them. */
export function isSupportedBrowser(userAgent: string): boolean {
  return /Firefox\/|Chrome\//.test(userAgent) && !/Edg\/|OPR\/|SamsungBrowser/.test(userAgent);
}
