import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ArchiveError, decodeFrames, encodeFrame, FRAME_KINDS } from './frames.ts';
import { cut } from './testing/pieces.ts';

test('decodeFrames returns the encoded frames, however their bytes are cut', async () => {
  const anyFrame = fc.record({
    kind: fc.constantFrom(...FRAME_KINDS),
    content: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(anyFrame, { maxLength: 8 }), fc.integer({ min: 1, max: 50 }), async (frames, size) => {
      const bytes = Buffer.concat(frames.flatMap(({ kind, content }) => [...encodeFrame(kind, content)]));
      const back = [];
      for await (const frame of decodeFrames(cut(bytes, size)))
        back.push({ kind: frame.kind, content: Buffer.from(frame.content) });
      expect(back).toEqual(frames);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['an unknown kind', Buffer.from('X\0\0\0\0')],
  ['more than 64 MiB', Buffer.from([0x44, 0x04, 0, 0, 1])],
])('decodeFrames refuses a frame of %s', async (_, bytes) => {
  await expect(decodeFrames(cut(bytes)).next()).rejects.toThrow(ArchiveError);
});
