// A Bluetooth relay: speaks for the devices near it over one connection, each on its own topics.
//   node btgw-mqtt.mjs mqtt://127.0.0.1:1883 truck-7 PASSWORD 200234 200235
import mqtt from 'mqtt';

const [address, name, password, ...uids] = process.argv.slice(2);
const lost = JSON.stringify({ online: 0, why: 'lwt', via: 'bt' });
const client = await mqtt.connectAsync(address, {
  clientId: `btgw-${name}`,
  username: `btgw-${name}`,
  password,
  protocolVersion: 4,
  // One will is enough: when it is published, the server marks all devices of this relay as lost.
  will: { topic: `agm/v1/${uids[0]}/up/status`, payload: lost, qos: 1, retain: true },
});

/**
 * Resolves when the message is stored. The relay forwards what a device sends unchanged; here the content is made up.
 */
const say = (uid, topic, body, retain = false) =>
  client.publishAsync(`agm/v1/${uid}/up/${topic}`, JSON.stringify({ ...body, t: Date.now() }), { qos: 1, retain });

/** Replaces the Bluetooth link: passes the command to the device and returns its answer. */
async function handToDevice(uid, { id, type }) {
  await say(uid, 'ack', { id, status: type === 'GpsFix' ? 0 : 1, detail: type === 'GpsFix' ? 0 : 1 });
  if (type === 'GpsFix') await say(uid, 'gps', { lat: 36.1301, lon: -96.0302, alt: 214.3, satelliteCount: 9 });
}
client.on('message', (topic, bytes) => {
  const [, , uid, , message] = topic.split('/');
  if (message === 'cmd') void handToDevice(uid, JSON.parse(bytes));
});

/**
 * A device has come into range. When it leaves, the relay sends `online` 0 with `why` sleep or shutdown, or closes its
 * connection.
 */
async function meet(uid) {
  await client.subscribeAsync(`agm/v1/${uid}/dn/#`, { qos: 1 });
  await say(uid, 'status', { online: 1, via: 'bt', fw: '10.71' }, true);
  await say(uid, 'hb', {
    via: 'bt',
    satelliteCount: 9,
    lat: 36.1301,
    lon: -96.0302,
    altitude: 214.3,
    signalStrength: 60,
    battery: 8620,
    errorFlag: 0,
    numberOfflineFiles: 0,
    numberOnlineFiles: 1,
    numberIridiumOfflineFiles: 0,
    powerSupplyState: 0,
    geophoneConnected: 1,
    externalAntennaConnected: 0,
    internalAntennaFoldState: 1,
  });
}
for (const uid of uids) await meet(uid);
console.log('stored');
