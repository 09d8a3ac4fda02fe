// An AGM on MQTT: says where it is and what it has heard, and does what it is told.
//   node agm-mqtt.mjs mqtt://127.0.0.1:1883 200234 PASSWORD
import mqtt from 'mqtt';

const [address, uid, password] = process.argv.slice(2);
const toTopic = (name) => `agm/v1/${uid}/${name}`;
const will = {
  topic: toTopic('up/status'),
  payload: JSON.stringify({ online: 0, why: 'lwt', via: 'cell' }),
  qos: 1,
  retain: true,
};
const client = await mqtt.connectAsync(address, {
  clientId: `agm-${uid}`,
  username: uid,
  password,
  protocolVersion: 4,
  will,
});

/**
 * Resolves when the server has stored the message. Until then the client keeps it and sends it again after every
 * reconnection.
 */
const say = (name, body, retain = false) =>
  client.publishAsync(toTopic(`up/${name}`), JSON.stringify({ ...body, t: Date.now() }), { qos: 1, retain });

const answers = new Map(); // A device keeps the last 32, over restarts too.
async function carryOut({ id, type, params, exp }) {
  if (answers.has(id)) return say('ack', answers.get(id));
  const [status, detail] = exp !== null && exp < Date.now() ? [1, 2] : type === 'PowerMode' ? [0, 0] : [1, 1];
  answers.set(id, { id, status, detail });
  await say('ack', { id, status, detail });
  if (status === 0)
    await say('settings', { id, powerMode: params.powerMode, connectionSchedule: params.connectSchedule });
}
client.on('message', (topic, bytes) => void (topic === toTopic('dn/cmd') && carryOut(JSON.parse(bytes))));
await client.subscribeAsync(toTopic('dn/#'), { qos: 1 });
await say('status', { online: 1, via: 'cell', fw: '10.71' }, true);

const place = { satelliteCount: 9, lat: 36.1301, lon: -96.0302 };
const files = { numberOfflineFiles: 0, numberOnlineFiles: 1, numberIridiumOfflineFiles: 0 };
const state = {
  battery: 8620,
  signalStrength: 85,
  errorFlag: 0,
  powerSupplyState: 0,
  geophoneConnected: 1,
  externalAntennaConnected: 0,
  internalAntennaFoldState: 1,
};
await say('hb', { via: 'cell', ...place, altitude: 214.3, ...files, ...state });
await say('psg', {
  psgSeq: 1,
  via: 'cell',
  endOfSnip: Date.now() + 15_000,
  detectionCount: 1,
  freq: 22,
  mask: 7,
  ...place,
  alt: 214.3,
  samplingRate: 16.66667,
  isOffline: false,
});
console.log('stored');
