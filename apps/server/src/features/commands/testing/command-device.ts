import type { Command } from '@waymark/device-protocol/mqtt/command';
import type { DownloadAgain } from '@waymark/device-protocol/mqtt/download-again';
import { decodeDownlink } from '@waymark/device-protocol/mqtt/downlink';
import { encodeUplink, type Uplink } from '@waymark/device-protocol/mqtt/uplink';
import { ANSWER } from '@waymark/commands/answers';
import type { MqttClient } from 'mqtt';
import { expect } from 'vitest';

type Status = (typeof ANSWER)[keyof typeof ANSWER];

/** A device on a real connection that receives commands and answers on request. */
export class CommandDevice {
  readonly uid: number;
  readonly heard: Command[] = [];
  /** Packets that the server has requested again. */
  readonly wishes: DownloadAgain[] = [];
  readonly clocks: number[] = [];
  readonly client: MqttClient;

  private constructor(uid: number, client: MqttClient) {
    this.uid = uid;
    this.client = client;
    client.on('message', (topic, payload) => {
      const received = decodeDownlink(topic, payload);
      if (!received.ok) throw new Error(`a message that no device understands: ${payload.toString()}`);
      const { uid: of, downlink } = received.value;
      if (of !== uid) return;
      if (downlink.name === 'cmd') this.heard.push(downlink.body);
      else if (downlink.name === 'dl') this.wishes.push(downlink.body);
      else this.clocks.push(downlink.body.t);
    });
  }

  /** Subscribes and reports that it is online, like the firmware. */
  static async listen(uid: number, client: MqttClient, via: 'cell' | 'bt' = 'cell'): Promise<CommandDevice> {
    const device = new CommandDevice(uid, client);
    await client.subscribeAsync(`agm/v1/${uid}/dn/#`, { qos: 1 });
    await device.say({ name: 'status', body: { online: 1, via, fw: '10.71', t: Date.now() } });
    return device;
  }

  get ids(): number[] {
    return this.heard.map(({ id }) => id);
  }

  /** Resolves when the server has stored the answer. */
  async answer(id: number, status: Status = ANSWER.accepted, detail = 0): Promise<void> {
    await this.say({ name: 'ack', body: { id, status, detail, t: Date.now() } });
  }

  async say(uplink: Uplink): Promise<void> {
    const { topic, payload, qos, retain } = encodeUplink(this.uid, uplink);
    await this.client.publishAsync(topic, Buffer.from(payload), { qos, retain });
  }
}

/** Waits until the device has received exactly these commands, in this order. */
export async function expectHeard(device: CommandDevice, ...ids: readonly number[]): Promise<void> {
  await expect.poll(() => device.ids, { timeout: 10_000, interval: 5 }).toEqual(ids);
}
