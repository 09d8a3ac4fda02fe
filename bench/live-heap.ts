import { once } from 'node:events';

// Heap of a process that runs with --inspect, right after a garbage collection.

const MB = 1024 * 1024;

export interface LiveHeap {
  readMb(): Promise<number>;
  close(): void;
}

interface Answer {
  readonly id: number;
  readonly result?: { readonly usedSize?: number };
}

export async function openLiveHeap(inspectPort: number): Promise<LiveHeap> {
  const targets = (await (await fetch(`http://127.0.0.1:${inspectPort}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '');
  await once(socket, 'open');
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let lastId = 0;
  const ask = (method: string) =>
    new Promise<Answer>((resolve) => {
      lastId += 1;
      waiting.set(lastId, resolve);
      socket.send(JSON.stringify({ id: lastId, method }));
    });
  return {
    readMb: async () => {
      await ask('HeapProfiler.collectGarbage');
      const { result } = await ask('Runtime.getHeapUsage');
      if (result?.usedSize === undefined) throw new Error('the process did not report its heap size');
      return result.usedSize / MB;
    },
    close: () => socket.close(),
  };
}
