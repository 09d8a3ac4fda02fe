import type { HookEventType } from '@waymark/contract/event-hooks/catalogue';
import type { CompanyId } from '@waymark/domain/ids';
import { listNews, type RunNews } from '@waymark/domain/run/alerts/alerts-telling';
import type { Run } from '@waymark/domain/run/run';
import type { Change, DomainEvents } from '../../../platform/database/change.ts';
import { describeRun, pathOf } from './described-run.ts';
import { findExpected, planEtaEvents, toInstant } from './etas.ts';
import { addHookEvents, listWanting, takes, type NewHookEvent, type WantingHook } from './hook-events.store.ts';

const RUN_TYPES = [
  'waymark.run.launched',
  'waymark.run.passage',
  'waymark.run.passage-verified',
  'waymark.run.eta-changed',
  'waymark.run.received',
  'waymark.run.reopened',
] as const satisfies readonly HookEventType[];

type RunEvent = Pick<Extract<NewHookEvent, { type: (typeof RUN_TYPES)[number] }>, 'type' | 'data'>;

/** The events of a piece of news; a passage may be placed and verified at once. */
function listEvents(news: RunNews, run: Run): readonly RunEvent[] {
  const described = describeRun(run);
  if (news.event === 'launch')
    return [
      {
        type: 'waymark.run.launched',
        data: { run: described, launchedAt: toInstant(run.launchAt), expectedAt: toInstant(findExpected(run)) },
      },
    ];
  if (news.event === 'reopened')
    return [{ type: 'waymark.run.reopened', data: { run: described, expectedAt: toInstant(findExpected(run)) } }];
  if (news.event === 'receive') {
    const receivedAt = toInstant(run.completedAt);
    return receivedAt === null ? [] : [{ type: 'waymark.run.received', data: { run: described, receivedAt } }];
  }
  const { passage, hasArrived, isVerifiedNow } = news;
  const data = {
    run: described,
    marker: passage.markerName ?? '',
    passedAt: new Date(passage.passageAt).toISOString(),
    uid: passage.uid,
    isVerified: passage.isVerified,
    verifiedBy: passage.isVerified ? (passage.verifiedBy ?? null) : null,
  };
  return [
    ...(hasArrived ? [{ type: 'waymark.run.passage', data } as const] : []),
    ...(isVerifiedNow ? [{ type: 'waymark.run.passage-verified', data } as const] : []),
  ];
}

type Changed = DomainEvents['runs-changed']['changes'][number];

function toHookEvents({ before, after, passages, at }: Changed, hooks: readonly WantingHook[]): NewHookEvent[] {
  const pathId = pathOf(after);
  const pathIds = pathId === null ? [] : [pathId];
  return listNews(before, after, passages)
    .flatMap((news) => listEvents(news, after))
    .flatMap((event) => {
      const hookIds = hooks.filter((hook) => takes(hook, event.type, pathIds)).map(({ id }) => id);
      if (hookIds.length === 0) return [];
      const { runId } = after;
      return [{ ...event, subject: `runs/${runId}`, sequence: `run ${runId}`, at, hookIds } as NewHookEvent];
    });
}

async function addOfCompany(
  change: Change,
  groupId: CompanyId,
  changes: readonly Changed[],
  publicUrl: string,
): Promise<void> {
  const hooks = await listWanting(change, groupId, RUN_TYPES);
  if (hooks.length === 0) return;
  const events: NewHookEvent[] = [];
  for (const changed of changes) {
    const ofRun = hooks.filter((hook) => hook.isForAllPaths || hook.pathId === pathOf(changed.after));
    events.push(...toHookEvents(changed, ofRun), ...(await planEtaEvents(change, changed, ofRun)));
  }
  await addHookEvents(change, { groupId, publicUrl }, events);
}

/** Stores the events of changed runs for the webhooks of their company. */
export function addRunEvents(publicUrl: string) {
  return async (change: Change, { changes }: DomainEvents['runs-changed']): Promise<void> => {
    const byCompany = Map.groupBy(changes, ({ after }) => after.groupId);
    for (const [groupId, ofCompany] of byCompany) await addOfCompany(change, groupId, ofCompany, publicUrl);
  };
}
