import { SPANS } from '@waymark/domain/stream/spans';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { saveBlob } from '#/ui/field/save-file.ts';
import { showError } from '#/ui/toast/toasts.ts';
import { describeLost, listBadges } from './badges.view.ts';
import { describeHold } from './held.view.ts';
import { renderPlots } from './plots/render-plots.ts';
import { drawScreenshot } from './screenshot/draw-screenshot.ts';
import { nameScreenshot } from './screenshot/screenshot-name.ts';
import type { StreamSession } from './session/session-types.ts';

/** A scale that is sharp in print too. */
const SCALE = 2;

const NOT_MADE = 'The screenshot was not made';

/** Saves the whole dialog as a file; `now`: the server's time. */
export async function takeScreenshot(session: StreamSession, now: number): Promise<void> {
  const state = session.getState();
  const { status, span, source } = state;
  const hold = describeHold(state, session.now());
  const lost = describeLost(status.lostFrames);
  try {
    const picture = await drawScreenshot({
      plots: renderPlots(session, SCALE),
      scale: SCALE,
      title: `AGM ${session.uid}`,
      subtitle: `Realtime Streamer, ${SPANS.find(({ seconds }) => seconds === span)?.label ?? ''}`,
      time: `${formatUtcSecond(status.streamTime ?? now)} UTC`,
      badges: listBadges(state),
      notes: [...(source === 'replay' ? ['Replay'] : []), ...(lost === null ? [] : [lost])],
      banner: hold && { title: hold.title, text: hold.detections },
    });
    if (picture) saveBlob(nameScreenshot(session.uid, now), picture);
    else showError({ message: NOT_MADE });
  } catch (cause) {
    showError({ message: NOT_MADE, cause });
  }
}
