// @ts-check
'use strict';
// As stop-with-launcher.cjs, for a program that has nothing to put in order, or whose putting in order is of no use.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.channel?.unref();
