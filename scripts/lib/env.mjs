// @ts-check
import path from 'node:path';

/**
 * Puts a Node first on the PATH, for every program started from there.
 * @param {string} node
 * @param {NodeJS.ProcessEnv} [env]
 */
export function envWithNode(node, env = process.env) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...env, [name]: [path.dirname(node), env[name]].filter(Boolean).join(path.delimiter) };
}

/**
 * NODE_ENV=production would leave out the packages that build and check; a build decides on it by itself.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function envForDevelopment(env = process.env) {
  const { NODE_ENV: _, ...rest } = env;
  return rest;
}
