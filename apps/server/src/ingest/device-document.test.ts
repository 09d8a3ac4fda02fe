import { fillDocument } from '@waymark/device-protocol/document/fill-document';
import { describe, expect, test } from 'vitest';
import { DEVICE_DOCUMENT, readDeviceDocument, writeDocumentParts } from './testing/device-document.ts';

const parts = writeDocumentParts();

test('[W-161] the tables of the device document equal those of the codecs', async () => {
  await expect(fillDocument(await readDeviceDocument(), parts)).toMatchFileSnapshot(DEVICE_DOCUMENT);
});

describe('a page with generated parts', () => {
  const page = 'before\n<!-- generated: one -->\nold\n<!-- end -->\nafter\n';

  test('fillDocument puts each part in its place, and leaves a filled page unchanged', () => {
    const filled = fillDocument(page, new Map([['one', 'new']]));
    expect(filled).toBe('before\n<!-- generated: one -->\n\nnew\n\n<!-- end -->\nafter\n');
    expect(fillDocument(filled, new Map([['one', 'new']]))).toBe(filled);
  });

  test('fillDocument refuses a part without a place, and a place without a part', () => {
    expect(() => fillDocument(page, new Map())).toThrow('nothing writes the part one');
    expect(() => fillDocument('', new Map([['one', 'new']]))).toThrow('no place for one');
  });
});
