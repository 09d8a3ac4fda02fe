// @ts-check

/**
 * @typedef {{ link?: boolean, resolved?: string, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }> }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lock
 */

/**
 * The folders of all that a workspace needs to run, by the lock file: packages of npm under node_modules, and workspaces.
 * @param {Lock} lock
 * @param {string} workspace
 * @param {(folder: string) => boolean} isInstalled what is optional counts where it is there
 */
export function listProductionFolders(lock, workspace, isInstalled) {
  /** @type {Set<string>} */
  const folders = new Set();
  /** @param {string} folder */
  const add = (folder) => {
    if (folders.has(folder)) return;
    folders.add(folder);
    const locked = lock.packages[folder] ?? {};
    if (locked.link && locked.resolved !== undefined) return add(locked.resolved);
    for (const { name, isOptional } of listNeeds(locked)) {
      const found = findFolder(lock, folder, name);
      if (found !== undefined && (!isOptional || isInstalled(found))) add(found);
      else if (!isOptional) throw new Error(`package-lock.json has no ${name}, which ${folder} needs`);
    }
  };
  add(workspace);
  return [...folders].sort();
}

/** @param {LockedPackage} locked */
function listNeeds({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  const optional = new Set(Object.keys(optionalDependencies));
  const names = new Set([...Object.keys(dependencies), ...peers, ...optional]);
  // Types are for compilers.
  return [...names]
    .filter((name) => !name.startsWith('@types/'))
    .map((name) => ({ name, isOptional: optional.has(name) }));
}

/**
 * As Node looks for it: beside the one that needs it, then outwards.
 * @param {Lock} lock
 * @param {string} from
 * @param {string} name
 */
function findFolder(lock, from, name) {
  const steps = from.split('/');
  for (let length = steps.length; length >= 0; length -= 1) {
    const folder = [...steps.slice(0, length), 'node_modules', name].join('/');
    if (folder in lock.packages) return folder;
  }
  return undefined;
}
