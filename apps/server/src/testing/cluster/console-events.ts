import type { DownloadRow } from '@waymark/contract/downloads/download-row';
import type { QueuedCommand } from '@waymark/contract/commands/queued-command';
import { RECEIVE_STREAM } from '@waymark/contract/events/index';
import { connectAgm, connectStream } from '../hub-client.ts';
import { readCookie } from '../test-server.ts';
import type { Caller } from './cluster.ts';

/** The events of commands, downloads and streams that a console receives at one node. */
export interface ConsoleEvents {
  /** The states of commands, in order. */
  readonly commands: readonly string[];
  /** The states of downloads, in order. */
  readonly downloads: readonly string[];
  frames(): number;
  listen(uid: number): Promise<void>;
  close(): void;
}

export async function recordConsoleEvents(node: { readonly address: string }, person: Caller): Promise<ConsoleEvents> {
  const agm = await connectAgm(node, person.token);
  const session = await person.at(node.address).call('POST', '/session');
  const stream = await connectStream(node, `waymark_stream=${readCookie(session, 'waymark_stream') ?? ''}`);
  const [commands, downloads]: [string[], string[]] = [[], []];
  let frames = 0;
  agm.on('ReceiveCommandUpdate', ({ state }: QueuedCommand) => commands.push(state));
  agm.on('ReceiveDownloadRecordedPassageData', ({ downloadState }: DownloadRow) => downloads.push(downloadState));
  stream.on(RECEIVE_STREAM, () => (frames += 1));
  return {
    commands,
    downloads,
    frames: () => frames,
    listen: async (uid) => void (await stream.emitWithAck('ListenToAgm', uid)),
    close: () => {
      agm.disconnect();
      stream.disconnect();
    },
  };
}
