import { expect, test } from 'vitest';
import { createHostCheck } from './own-host.ts';

const isOwnHost = createHostCheck('https://Waymark.example.com:8443', ['Pigs.lan', 'waymark-a']);

test.each([
  'waymark.example.com',
  'waymark.example.com:8443',
  'WAYMARK.example.com.',
  'pigs.lan:8080',
  'waymark-a:8080',
  'localhost',
  'localhost:8080',
  'waymark.localhost:80',
  '127.0.0.1:8080',
  '127.8.9.1',
  '192.0.2.7:8080',
  '[::1]:8080',
  '[2001:db8::7]',
])('[W-033] isOwnHost accepts %s', (host) => {
  expect(isOwnHost(host)).toBe(true);
});

test.each([
  undefined,
  '',
  'evil.example',
  'waymark.example.com.evil.example',
  'evil.waymark.example.com',
  'localhost.evil.example',
  'evillocalhost',
  'waymark.example.com@evil.example',
  'evil.example/waymark.example.com',
  '127.0.0.1.evil.example',
  '::1',
  '[evil]',
  'waymark.example.com:port',
])('[W-033] isOwnHost refuses %s', (host) => {
  expect(isOwnHost(host)).toBe(false);
});
