// Says where the pigs of a company are, then what happens.
//   WAYMARK_KEY=wmk_… node quick-start.mjs http://127.0.0.1:8080
import { createClient, WaymarkError } from '@waymark/client';
import { connectHub } from '@waymark/client/hub';

const [address] = process.argv.slice(2);
const key = process.env.WAYMARK_KEY;
const waymark = createClient({ address, key });

async function sayRuns() {
  const runs = await waymark.call('GET /pigrun', { query: { active: 'true' } });
  console.log(`${runs.length} active runs`);
  for (const run of runs) console.log(`run ${run.runId}: ${run.pigRunName}, launched ${run.launchTime}`);
}

async function sayCompleted() {
  for await (const run of waymark.rows('GET /pigrun/finished', { query: {} }))
    console.log(`completed ${run.pigRunName}: ${run.verified} of ${run.markers} markers verified`);
}

try {
  await sayRuns();
  await sayCompleted();
} catch (error) {
  if (!(error instanceof WaymarkError)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exit(1);
}

const hub = connectHub({ address, key });
// Events that happen without a connection are not sent again.
hub.onConnect(() => console.log('connected'));
hub.onDisconnect((why) => console.log('disconnected:', why));
hub.on('ReceivePassage', ({ uid, passageId, passageTimeStamp }) =>
  console.log(`AGM ${uid} has heard passage ${passageId} at ${passageTimeStamp}`),
);
hub.on('ReceivePigRunUpdate', (update) => console.log(`run ${update.runId}: ${update.messagegName}`));
