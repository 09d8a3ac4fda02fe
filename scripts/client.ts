// `npm run client -- [FOLDER]`: packs @waymark/client, which other programs install, into ./release or the folder.
import path from 'node:path';
import { packClient } from './lib/client/pack.ts';
import { runCommand } from './lib/fail.mjs';
import { root } from './lib/root.mjs';

await runCommand(async () => {
  console.log(await packClient(path.resolve(process.argv[2] ?? path.join(root, 'release'))));
});
