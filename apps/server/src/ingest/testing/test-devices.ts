import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeUplink } from '@waymark/device-protocol/mqtt/uplink';
import mqtt, { type MqttClient } from 'mqtt';
import pg from 'pg';
import { heartbeatAt } from './test-door.ts';

/** Inserts devices into the database, with passwords derived from their uids. */
export async function insertTestDevices(
  connection: pg.ClientConfig,
  uids: readonly number[],
  groupId = 1,
): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  const hashes = uids.map((uid) => createHash('sha256').update(passwordOf(uid)).digest());
  await client.query('insert into devices (uid, group_id) select uid, $2 from unnest($1::bigint[]) as t (uid)', [
    uids,
    groupId,
  ]);
  await client.query('insert into device_states (uid) select unnest($1::bigint[])', [uids]);
  await client.query(
    `insert into device_credentials (uid, password_hash, broker_hash, message_key)
     select uid, hash, '', ''::bytea from unnest($1::bigint[], $2::bytea[]) as t (uid, hash)`,
    [uids, hashes],
  );
  await client.end();
}

const passwordOf = (uid: number) => `password of ${uid}`;

/** A device that publishes one heartbeat after the other, each until it is acknowledged, across all reconnections. */
export class SteadyDevice {
  readonly uid: number;
  /** The times of the acknowledged heartbeats. */
  readonly acknowledged: number[] = [];
  readonly #client: MqttClient;
  readonly #paceMs: number;
  #t: number;
  #isStopped = false;
  #last: Promise<void> = Promise.resolve();

  /** `paceMs`: delay between an acknowledgement and the next heartbeat. */
  constructor(port: number, uid: number, from: number, paceMs = 0) {
    this.uid = uid;
    this.#paceMs = paceMs;
    this.#t = from;
    this.#client = mqtt.connect(`mqtt://127.0.0.1:${port}`, {
      clientId: `agm-${uid}`,
      username: String(uid),
      password: passwordOf(uid),
      protocolVersion: 4,
      reconnectPeriod: 100,
      keepalive: 60,
    });
    this.#client.on('error', () => undefined);
    this.#last = this.#run();
  }

  /** Stops after the current heartbeat; resolves when it is acknowledged. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#last;
    this.#client.end(true);
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const t = (this.#t += 1000);
      const { topic, payload } = encodeUplink(this.uid, heartbeatAt(t));
      // The client sends it again after every reconnection.
      await this.#client.publishAsync(topic, Buffer.from(payload), { qos: 1 });
      this.acknowledged.push(t);
      if (this.#paceMs > 0) await sleep(this.#paceMs);
    }
  }
}
