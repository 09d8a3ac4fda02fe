import { loadMessages, t, type MessagePart } from '#/language/t.ts';

export const PART_TIMEOUT_MS = 120_000;

/** A part of the console (a chunk of its scripts) that did not arrive. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

export function isChunkLoadError(error: unknown): boolean {
  if (error instanceof ChunkLoadError) return true;
  // The messages of browsers for a script that no longer exists after an update.
  const text = error instanceof Error ? error.message : '';
  return /dynamically imported module|importing a module script/i.test(text);
}

/** Loads a part after the messages of its language, with a timeout of two minutes. */
export async function loadPart<Part>(
  load: () => Promise<Part>,
  messages: MessagePart = 'console',
  timeoutMs = PART_TIMEOUT_MS,
): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const giveUp = () =>
      reject(
        new ChunkLoadError(t('A part of the console did not load within {seconds} s.', { seconds: timeoutMs / 1000 })),
      );
    timer = setTimeout(giveUp, timeoutMs);
  });
  try {
    return await Promise.race([loadMessages(messages).then(load), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
