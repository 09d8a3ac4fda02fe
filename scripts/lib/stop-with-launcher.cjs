// @ts-check
'use strict';
// Loaded before the programs that a command starts. When the command is killed so hard that it can pass nothing on, its end
// of the channel closes: the program then stops as if asked to, and holds no port or folder from the next start.
const path = require('node:path');

process.once('disconnect', () => {
  if (process.listenerCount('SIGTERM') > 0) process.emit('SIGTERM');
  else process.exit(143);
});
process.channel?.unref();

// What the program forks has a channel to the program, which is no business of ours.
const at = process.execArgv.findIndex((argument) => path.basename(argument) === path.basename(__filename));
if (at > 0) process.execArgv.splice(at - 1, 2);
