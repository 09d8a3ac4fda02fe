import { expect, test } from 'vitest';
import { findMedia } from './notes.service.ts';

test.each([
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])],
  ['image/gif', Buffer.from('GIF89a..')],
  ['image/webp', Buffer.from('RIFF\n\r\u0001\u0002WEBPVP8 ', 'latin1')],
  ['application/pdf', Buffer.from('%PDF-1.7\n')],
  ['text/plain', Buffer.from('Größe: 12 m\r\n\tvalve')],
  ['text/plain', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
] as const)('[W-371] %s is known by its content', (media, bytes) => {
  expect(findMedia(bytes)).toBe(media);
});

test.each([
  ['an empty file', Buffer.alloc(0)],
  ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0])],
  ['an archive', Buffer.from([0x50, 0x4b, 3, 4, 20, 0])],
  ['a text in Latin-1', Buffer.from('Gr\u00f6\u00dfe', 'latin1')],
  ['a PNG picture that is cut', Buffer.from([0x89, 0x50, 0x4e, 0x47])],
])('[W-371] %s is refused', (_name, bytes) => {
  expect(findMedia(bytes)).toBeNull();
});
