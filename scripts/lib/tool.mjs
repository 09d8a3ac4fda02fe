// @ts-check
// The command line tools of our packages, run by the project's Node and not by whatever node_modules/.bin points at.
import fs from 'node:fs';
import path from 'node:path';
import { endOf, startNode } from './child.mjs';
import { envForDevelopment, envWithNode } from './env.mjs';
import { root } from './root.mjs';
import { findNode } from './runtime.mjs';

/**
 * @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, capture?: boolean }} ToolOptions
 */

/**
 * @param {string} packageName
 * @param {readonly string[]} args
 * @param {ToolOptions} [options]
 */
export function runTool(packageName, args, options) {
  return endOf(startTool(packageName, args, options));
}

/**
 * @param {string} packageName
 * @param {readonly string[]} args
 * @param {ToolOptions} [options]
 */
export function startTool(packageName, args, options = {}) {
  const node = findNode();
  const env = { ...envForDevelopment(envWithNode(node)), ...options.env };
  return startNode(node, [mainFileOf(packageName), ...args], { ...options, env, withItsOwn: true });
}

/** @param {string} packageName */
function mainFileOf(packageName) {
  const folder = path.join(root, 'node_modules', packageName);
  /** @type {{ bin: string | Record<string, string> }} */
  const { bin } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const [file] = typeof bin === 'string' ? [bin] : Object.values(bin);
  return path.join(folder, file ?? '');
}
