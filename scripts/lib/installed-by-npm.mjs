// @ts-check
// npm ends every installation by writing what it put there into node_modules/.package-lock.json: packages that somebody
// installed with `npm ci` or `npm install` need not be installed again.

/**
 * @typedef {{ version?: string, resolved?: string, optional?: boolean, devOptional?: boolean,
 *   os?: string | string[], cpu?: string | string[], libc?: string | string[] }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} Lock
 * @typedef {{ os: string, cpu: string, exists: (packageFolder: string) => boolean }} Here
 */

/**
 * True when an installation made by hand already holds all that the lock file asks for on this platform.
 * @param {Lock} wanted package-lock.json
 * @param {Lock} present node_modules/.package-lock.json
 * @param {Here} here
 */
export function isInstalledByNpm(wanted, present, here) {
  return Object.entries(wanted.packages ?? {}).every(([folder, locked]) => {
    if (!folder.startsWith('node_modules/') || !isNeededOn(locked, here)) return true;
    const found = present.packages?.[folder];
    return found?.version === locked.version && found?.resolved === locked.resolved && here.exists(folder);
  });
}

/**
 * @param {LockedPackage} locked
 * @param {Here} here
 */
function isNeededOn(locked, here) {
  if (locked.optional !== true && locked.devOptional !== true) return true;
  // An optional package that names no platform, or a C library, may be left out for reasons of npm's own.
  if (locked.os === undefined || locked.cpu === undefined || locked.libc !== undefined) return false;
  return [locked.os].flat().includes(here.os) && [locked.cpu].flat().includes(here.cpu);
}
