// Runs a flood of the hostile bench in a separate process, so that its work does not delay the probes.
import { once } from 'node:events';
import { FLOODS } from './hostile-floods.ts';
import { BEGUN, END, type FloodOrder, type FloodReport } from './hostile-messages.ts';

const [{ flood: name, target }] = (await once(process, 'message')) as [FloodOrder];
const flood = FLOODS.find((each) => each.name === name);
if (!flood) throw new Error(`there is no flood ${name}`);

const ending = new AbortController();
process.on('message', (message) => {
  if (message === END) ending.abort();
});
process.once('disconnect', () => process.exit());
process.send?.(BEGUN);

const report: FloodReport = { sent: await flood.run(target, ending.signal) };
process.send?.(report, () => process.exit());
