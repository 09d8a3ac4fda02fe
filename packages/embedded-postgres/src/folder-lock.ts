// Allows one owner per folder. Every contender listens on a socket of its own name in the folder, then asks the others.
// The kernel closes the socket of a dead process: liveness needs no pid, and removing a dead name never removes a live
// one. Two owners are impossible, because each is visible before it asks.
import { randomBytes } from 'node:crypto';
import { chmodSync, readdirSync, renameSync, rmSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { transientPrefix } from './data-folder.ts';
import { DataFolderError, describeReason, readErrorCode } from './embedded-postgres-error.ts';
import { shortenFolder } from './socket-path.ts';

export interface FolderLock {
  release(): void;
}

interface Contender extends FolderLock {
  readonly name: string;
  isOwner: boolean;
}
type Answer = { role: 'dead' | 'contender' | 'owner'; pid: string };
type Verdict = 'won' | 'withdraw' | { ownerPid: string };

const announced = `${transientPrefix}lock-`;
const beingMade = `${transientPrefix}new-`;
const pauseMs = 10;
/** A process that accepts without an answer (stopped, swapped out) is alive and counts as the owner. */
const answerWithinMs = 3000;

export async function lockFolder(folder: string): Promise<FolderLock> {
  const short = shortenFolder(folder, `${announced}0123456789ab`);
  try {
    for (;;) {
      const own = await announce(short.path, folder);
      const verdict = await contend(short.path, own);
      if (verdict === 'won') return own;
      own.release();
      if (verdict !== 'withdraw')
        throw new DataFolderError(`The data folder ${folder} is in use by another Waymark (pid ${verdict.ownerPid}).`);
      await sleep(pauseMs);
    }
  } finally {
    short.remove();
  }
}

/** Listens under a name that no contender asks, then renames it: an asked name without a listener is a dead one. */
async function announce(shortFolder: string, folder: string): Promise<Contender> {
  const id = randomBytes(6).toString('hex');
  const file = path.join(folder, announced + id);
  const server = net.createServer((peer) => {
    peer.on('error', () => undefined);
    peer.end(`${own.isOwner ? 'owner' : 'contender'} ${process.pid}`, () => peer.destroy());
  });
  const own: Contender = {
    name: announced + id,
    isOwner: false,
    release: () => {
      rmSync(file, { force: true });
      server.close();
    },
  };
  try {
    await new Promise<void>((resolve, reject) =>
      server.once('error', reject).listen(path.join(shortFolder, beingMade + id), resolve),
    );
    const made = path.join(folder, beingMade + id);
    chmodSync(made, 0o666);
    renameSync(made, file);
  } catch (error) {
    server.close();
    throw new DataFolderError(`The data folder ${folder} cannot be locked: ${describeReason(error)}.`);
  }
  server.unref();
  return own;
}

async function contend(shortFolder: string, own: Contender): Promise<Verdict> {
  for (const name of readdirSync(shortFolder)) {
    if (!name.startsWith(announced) || name === own.name) continue;
    for (;;) {
      const peer = await ask(path.join(shortFolder, name));
      if (peer.role === 'dead') {
        rmSync(path.join(shortFolder, name), { force: true });
        break;
      }
      if (peer.role === 'owner') return { ownerPid: peer.pid };
      // Both contend: the smaller name waits and the other one withdraws, so that one always wins.
      if (name < own.name) return 'withdraw';
      await sleep(pauseMs);
    }
  }
  own.isOwner = true;
  return 'won';
}

function ask(socketFile: string): Promise<Answer> {
  return new Promise((resolve) => {
    let text = '';
    const answer = (role: string | undefined, pid = 'unknown') =>
      resolve({ role: role === 'dead' || role === 'owner' ? role : 'contender', pid });
    const socket = net.connect(socketFile);
    socket.setTimeout(answerWithinMs, () => {
      answer('owner');
      socket.destroy();
    });
    socket.on('data', (bytes) => (text += bytes.toString()));
    socket.on('error', (error) => {
      const code = readErrorCode(error);
      if (code === 'ECONNREFUSED' || code === 'ENOENT') answer('dead');
      else if (code === 'EACCES' || code === 'EPERM') answer('owner');
    });
    // Closed without an answer: the process withdraws or dies, and the next question finds out.
    socket.on('close', () => answer(...(text.split(' ') as [string?, string?])));
  });
}
