// @ts-check
// Programs run by the project's Node, whatever Node and tools are on the path.
import fs from 'node:fs';
import path from 'node:path';
import { endOf, startNode } from './child.mjs';
import { root } from './root.mjs';
import { envForDevelopment, envWithNode, findNode, nodeFlags } from './runtime.mjs';

/**
 * @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, capture?: boolean, flags?: readonly string[] }} ToolOptions
 *   `flags`: for Node
 */

/**
 * Continues as `script`: forwards every request to stop and exits with its exit code.
 * @param {string} script
 * @param {readonly string[]} [args]
 * @param {readonly string[]} [flags] for Node
 * @returns {Promise<never>}
 */
export async function handOver(script, args = [], flags = []) {
  const node = findNode();
  const { ended } = startNode(node, [...nodeFlags, ...flags, script, ...args], { env: envWithNode(node) });
  const { code } = await ended;
  process.exit(code);
}

/**
 * @param {string} tool a package with one program, or a script of ours
 * @param {readonly string[]} args
 * @param {ToolOptions} [options]
 */
export function runTool(tool, args, options) {
  return endOf(startTool(tool, args, options));
}

/**
 * @param {string} tool
 * @param {readonly string[]} args
 * @param {ToolOptions} [options]
 */
export function startTool(tool, args, options = {}) {
  const node = findNode();
  const env = { ...envForDevelopment(envWithNode(node)), ...options.env };
  const file = tool.startsWith('scripts/') ? path.join(root, tool) : mainFileOf(tool);
  return startNode(node, [...nodeFlags, ...(options.flags ?? []), file, ...args], {
    ...options,
    env,
    withItsOwn: true,
  });
}

/** @param {string} packageName */
function mainFileOf(packageName) {
  const folder = path.join(root, 'node_modules', packageName);
  /** @type {{ bin: string | Record<string, string> }} */
  const { bin } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const [file] = typeof bin === 'string' ? [bin] : Object.values(bin);
  return path.join(folder, file ?? '');
}
