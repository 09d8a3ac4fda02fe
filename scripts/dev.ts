// `npm run dev`: the server, restarted at every change, and the console with hot reload. When one exits, the other is
// stopped.
import path from 'node:path';
import { startChild } from './lib/child.mjs';
import { runCommand } from './lib/fail.mjs';
import { root } from './lib/root.mjs';
import { envForDevelopment, envWithNode, findNode, nodeFlags } from './lib/runtime.mjs';
import { signalThatAskedToStop } from './lib/stop.mjs';
import { startTool } from './lib/tool.mjs';

await runCommand(async () => {
  const both = [startServer(), startTool('vite', ['--clearScreen', 'false'], { cwd: path.join(root, 'apps/console') })];
  const first = await Promise.race(both.map((child) => child.ended));
  // On a request to stop, both have already received the signal.
  if (signalThatAskedToStop() === undefined) for (const child of both) child.stop();
  await Promise.all(both.map((child) => child.ended));
  process.exit(first.code);
});

function startServer() {
  const node = findNode();
  const args = [
    ...nodeFlags,
    '--watch',
    '--watch-preserve-output',
    'apps/server/src/main.ts',
    ...process.argv.slice(2),
  ];
  return startChild(node, args, { env: envForDevelopment(envWithNode(node)) });
}
