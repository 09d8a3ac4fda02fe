import { alertRow } from '@waymark/contract/alerts/alert-row';
import { savedPigPath } from '@waymark/contract/runs/pig-path';
import { PHASES, pigRun, type PigRunText, type sentRun } from '@waymark/contract/runs/pig-run';
import { readSavedPath, writeMarker, writeSavedPath, type SavedPath } from '@waymark/contract/runs/read-path';
import { readRun } from '@waymark/contract/runs/read-run';
import { withReceiveTime } from '@waymark/contract/runs/run-names';
import { writeRun } from '@waymark/contract/runs/write-run';
import { DEFAULT_RULE, type NotificationRule } from '@waymark/domain/path/notification-rule';
import type { Run, RunPassage } from '@waymark/domain/run/run';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { z } from 'zod';
import { ServerRefusal, type ServerClient } from './server-client.ts';

// Acts as a user in the control room of a company.

const peopleSchema = z.array(z.object({ id: z.int(), name: z.string() }));
const launchedSchema = z.object({ runId: z.int() });
const repliedSchema = z.unknown();
const alertsSchema = z.object({ alerts: z.array(alertRow) });

export interface RunWithText extends Run {
  /** The JSON text from the server. */
  readonly text: PigRunText;
}

export interface Launch {
  readonly path: SavedPath;
  readonly pig: string;
  readonly launchAt: number;
  /** Adds a rule with medium "none" for every user of the company: nothing is really sent. */
  readonly notifies: boolean;
}

function describeLaunch(
  { path, pig, launchAt }: Launch,
  notifications: readonly NotificationRule[],
): z.input<typeof sentRun> {
  const sent = {
    runId: -1,
    pigPath: JSON.stringify(writeSavedPath({ ...path, notifications })),
    markers: JSON.stringify(path.markers.map(writeMarker)),
    passages: '[]',
    pig,
    launchTime: formatUtcSecond(launchAt),
    jobNumber: null,
    Phase: PHASES.active,
    calculatedSpeed: 0,
    currentPigLocationLat: path.launchSiteLat,
    currentPigLocationLon: path.launchSiteLon,
    EditNextMarkerIndex: -1,
    EditNextMarkerIndex2: -1,
    IsEdit: false,
    PigEditTime: null,
    NewSpeed: 0,
    EditPigLocLat: null,
    EditPigLocLon: null,
  };
  return withReceiveTime(sent, null);
}

/** Ignores refusals: a user was faster, or the rules do not allow it. */
async function ignoreRefusal(call: Promise<unknown>): Promise<void> {
  await call.catch((error: unknown) => {
    if (!(error instanceof ServerRefusal)) throw error;
  });
}

const withText = (text: PigRunText): RunWithText => ({ ...readRun(text), text });

export class RunDesk {
  readonly #client: ServerClient;
  readonly #groupId: number;

  constructor(client: ServerClient, groupId: number) {
    this.#client = client;
    this.#groupId = groupId;
  }

  async listPaths(): Promise<SavedPath[]> {
    const paths = await this.#client.call(z.array(savedPigPath), 'GET', '/pigrun/pigpath');
    return paths.filter(({ groupId }) => groupId === this.#groupId).map(readSavedPath);
  }

  /** Newest launch first; at most the last hundred completed ones. */
  async listRuns(isActive: boolean): Promise<RunWithText[]> {
    const filter = isActive ? 'active=true' : 'active=false&page=1&rowsPerPage=100';
    const texts = await this.#client.call(z.array(pigRun), 'GET', `/pigrun?${filter}`);
    return texts.filter(({ groupId }) => groupId === this.#groupId).map(withText);
  }

  async listPassages(runId: number): Promise<readonly RunPassage[]> {
    return (await this.readRun(runId)).passages;
  }

  async #notifyAll(): Promise<NotificationRule[]> {
    const people = await this.#client.call(peopleSchema, 'GET', `/admin/user/${this.#groupId}`);
    return people.map(({ id, name }) => ({ ...DEFAULT_RULE, userId: id, name, medium: 'none' }));
  }

  /** Returns the run id. */
  async launch(launch: Launch): Promise<number> {
    const rules = launch.notifies ? await this.#notifyAll() : [];
    return (await this.#client.call(launchedSchema, 'POST', '/pigrun/add/', describeLaunch(launch, rules))).runId;
  }

  async readRun(runId: number): Promise<RunWithText> {
    return withText(await this.#client.call(pigRun, 'GET', `/pigrun/${runId}`));
  }

  /** Saves changes of an active run. */
  async save(run: Run): Promise<void> {
    await ignoreRefusal(this.#client.call(repliedSchema, 'POST', '/pigrun/add/', writeRun(run, run.launchAt ?? 0)));
  }

  async verify({ elfId, geoId, magId }: RunPassage): Promise<void> {
    await ignoreRefusal(
      this.#client.call(repliedSchema, 'POST', '/pigrun/SetPassageVerification', {
        elfId,
        geoId,
        magId,
        isVerified: true,
      }),
    );
  }

  async end({ text }: RunWithText, completedAt: number): Promise<void> {
    const ended = withReceiveTime(text, formatUtcSecond(completedAt));
    await ignoreRefusal(this.#client.call(repliedSchema, 'POST', '/finished/pigrun/add/', ended));
  }

  /** Acknowledges the alerts of stopped pigs; the others stay for the users of the demo. */
  async acknowledgeStops(): Promise<void> {
    const { alerts } = await this.#client.call(alertsSchema, 'GET', '/alerts');
    const ids = alerts.flatMap(({ id, groupId, kind, acknowledged }) =>
      groupId === this.#groupId && kind === 'pig-stopped' && acknowledged === null ? [id] : [],
    );
    if (ids.length === 0) return;
    const note = 'Crew 2 walks the stretch.';
    await ignoreRefusal(this.#client.call(repliedSchema, 'POST', '/alerts/acknowledge', { ids, note }));
  }

  /** Adds to a completed run the passages that its devices had reported before it was entered. */
  async synchronise(runId: number): Promise<RunWithText> {
    const { text } = await this.readRun(runId);
    return withText(await this.#client.call(pigRun, 'POST', '/finished/pigrun/synch/', text));
  }
}
