import type { AlertEvent, AlertRow } from '@waymark/contract/alerts/alert-row';
import type { EscalationStep } from '@waymark/domain/alert/escalation';
import { editPig } from '@waymark/domain/run/changes/changes';
import { ManualClock } from '../../../../hub/testing/manual-clock.ts';
import { createLog } from '../../../../platform/log.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from '../../../devices/testing/device-world.ts';
import { ActiveRuns } from '../../engine/active-runs.ts';
import { placeAt } from '../../engine/testing/straight-runs.ts';
import { EscalationWatch } from '../watch-escalations.ts';
import { RunWatch } from '../watch-runs.ts';
import { makeToldRuns, type Person, type ToldRuns } from './told-runs.ts';

// A server with escalation, and runs whose pig has stopped. Minutes count from the stop.

const MINUTE = 60_000;
const log = createLog('silent');
const publicUrl = 'http://waymark.test';

/** A step for the person on call, by e-mail. */
export const step = (afterMinutes: number, other: Partial<EscalationStep> = {}) => ({
  afterMinutes,
  onCall: true,
  userIds: [],
  media: ['email'],
  ...other,
});

export class EscalationWorld {
  readonly server: TestServer;
  readonly world: DeviceWorld;
  readonly runs: ToldRuns;
  /** When the pigs of a test stop. */
  stoppedAt = 0;

  private constructor(server: TestServer, world: DeviceWorld) {
    this.server = server;
    this.world = world;
    this.runs = makeToldRuns(server, world);
  }

  static async open(settings: Readonly<Record<string, string>> = {}): Promise<EscalationWorld> {
    const server = await startTestServer({ runClock: new ManualClock(), settings });
    return new EscalationWorld(server, await makeDeviceWorld(server));
  }

  /** Removes runs, alerts, messages and what the company has decided. */
  async clear(): Promise<void> {
    this.stoppedAt = Math.floor(Date.now() / 1000) * 1000 - 60 * MINUTE;
    await this.query(`delete from pig_runs; delete from alerts; delete from silences;
      delete from outbox; delete from escalation_policies; delete from on_call_rosters; delete from on_call_overrides`);
  }

  async query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    const { rows } = await this.server.app.database.pool.query<Row>(text, values && [...values]);
    return rows;
  }

  at(minutes: number): number {
    return this.stoppedAt + minutes * MINUTE;
  }

  async post(address: string, body: object): Promise<void> {
    const response = await this.world.call('admin', 'POST', address, body);
    if (response.status !== 200) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  }

  saveSteps(steps: readonly object[] | null, pathId: number | null = null): Promise<void> {
    return this.post('/on-call/escalation', { pathId, steps });
  }

  saveShifts(shifts: readonly object[], timeZone = 'UTC'): Promise<void> {
    return this.post('/on-call/roster', { timeZone, shifts });
  }

  /** The person is on call at any time. */
  putOnCall({ userId }: Person): Promise<void> {
    return this.saveShifts([{ userId, from: 0, until: 0 }]);
  }

  /** Launches a run without any rule, whose pig stops. */
  async launchStopped(): Promise<number> {
    const launchAt = this.stoppedAt - 5 * MINUTE;
    const runId = await this.runs.launch({ rules: [], launchAt, markers: [{}, {}, {}] });
    await this.setSpeed(runId, 0, 0);
    return runId;
  }

  /** Changes the speed of the pig and checks the run. */
  async setSpeed(runId: number, speed: number, minutes: number): Promise<void> {
    const now = this.at(minutes);
    await this.runs.change(runId, (run) => editPig(run, { place: placeAt(500), speed }, now));
    const { database } = this.server.app;
    const active = new ActiveRuns(database, log);
    await active.refresh(runId);
    await new RunWatch({ database, runs: active, log, publicUrl, now: () => now }).look();
  }

  /** The broker is lost when the pigs stop. */
  async loseBroker(): Promise<void> {
    await this.query(
      `insert into alerts (group_id, subject, cause, kind, words_us, words_metric, raised_at, last_raised_at, count, changed_at)
       values ($1, 'company', 'broker-away', 'broker-away', 'The MQTT broker is away.', 'm', $2, $2, 1, $2)`,
      [this.world.groupId, new Date(this.stoppedAt)],
    );
  }

  /** A node checks the escalations. */
  escalate(minutes: number, { app: { database } } = this.server): Promise<void> {
    return new EscalationWatch({ database, log, publicUrl, now: () => this.at(minutes) }).look();
  }

  /** The recipients of all messages of escalations, in their order. */
  async listSent(): Promise<string[]> {
    const rows = await this.query<{ recipient: string }>(
      `select recipient from outbox where dedupe_key like 'escalation%' order by id`,
    );
    return rows.map(({ recipient }) => recipient);
  }

  /** The alert of a stopped pig. */
  async findAlert(): Promise<AlertRow> {
    const { alerts } = await this.world.fetch<{ alerts: AlertRow[] }>('admin', '/alerts');
    const alert = alerts.find(({ kind }) => kind === 'pig-stopped');
    if (!alert) throw new Error('there is no alert');
    return alert;
  }

  /** The steps of its history that are about escalation. */
  async listSteps(): Promise<string[]> {
    const { id } = await this.findAlert();
    const { events } = await this.world.fetch<{ events: AlertEvent[] }>('admin', `/alerts/${id}`);
    return events.filter((event) => event.step.startsWith('escala')).map((event) => `${event.step}: ${event.text}`);
  }

  async nameOf({ userId }: Person): Promise<string> {
    const [user] = await this.query<{ name: string }>('select name from users where id = $1', [userId]);
    return user?.name ?? '';
  }

  close(): Promise<void> {
    return this.server.close();
  }
}
