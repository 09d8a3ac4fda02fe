// @ts-check
import { startNode } from './child.mjs';
import { envWithNode } from './env.mjs';
import { findNode, nodeFlags } from './runtime.mjs';

/**
 * Goes on as `script` in the right Node: passes every request to stop to it and ends with its exit code.
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
