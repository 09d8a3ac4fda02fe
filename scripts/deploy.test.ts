import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../apps/server/src/config.ts';
import { formatMosquittoConfig } from '../apps/server/src/features/credentials/mosquitto-config.ts';
import { PLACE, readComposition } from './lib/composition.ts';
import { root } from './lib/root.mjs';

// Tests the files of deploy/ as far as possible without a container engine; containers.long.test.ts uses one.

const read = (file: string) => fs.readFileSync(path.join(root, 'deploy', file), 'utf8');
const exists = (file: string) => fs.existsSync(path.join(root, file));

const examples: Readonly<Record<string, string>> = {
  PUBLIC_URL: 'https://waymark.example.com',
  POSTGRES_PASSWORD: 'p'.repeat(32),
  SECRET_KEY: 's'.repeat(32),
  MQTT_PASSWORD: 'm'.repeat(32),
  METRICS_TOKEN: 't'.repeat(32),
};
const { services, volumes } = readComposition('compose.yaml', examples);
/** The files for an installation with an external broker. */
const withBroker = readComposition('compose-broker.yaml', examples);
const environmentOf = (name: string, { services: all } = { services }) => all[name]?.environment ?? {};

describe('compose.yaml', () => {
  const databaseUrl = `postgres://waymark:${examples['POSTGRES_PASSWORD']}@postgres:5432/waymark`;

  it.each(['waymark-a', 'waymark-b'])(
    '[W-116] %s has settings that the server accepts; devices connect to it',
    (name) => {
      const config = readConfig(environmentOf(name), false);
      expect(config).toMatchObject({ databaseUrl, links: { mqttUrl: undefined, deviceProxies: ['172.31.0.0/24'] } });
      for (const port of [config.links.mqttPort, config.links.iridiumPort])
        expect(read('haproxy.cfg')).toContain(`${name}:${port}`);
    },
  );

  it.each(['waymark-a', 'waymark-b', 'broker-files'])('%s connects to an external broker', (name) => {
    const config = readConfig({ ...environmentOf(name), ...environmentOf(name, withBroker) }, false);
    expect(config.databaseUrl).toBe(databaseUrl);
    expect(config.links.mqttUrl).toContain('@mosquitto:1884');
  });

  it('the composition has two nodes that differ only in name', () => {
    const [a, b] = ['waymark-a', 'waymark-b'].map((name) => environmentOf(name));
    expect([a?.['WAYMARK_NODE_NAME'], b?.['WAYMARK_NODE_NAME']]).toEqual(['waymark-a', 'waymark-b']);
    expect({ ...a, WAYMARK_NODE_NAME: '' }).toEqual({ ...b, WAYMARK_NODE_NAME: '' });
    for (const name of ['waymark-a', 'waymark-b']) expect(read('haproxy.cfg')).toContain(`${name}:8080`);
  });

  it("[W-070] the composition creates the nodes' role besides PostgreSQL's superuser", () => {
    const { POSTGRES_USER: superuser, WAYMARK_PASSWORD: password } = environmentOf('postgres');
    expect([superuser, password]).toEqual(['postgres', examples['POSTGRES_PASSWORD']]);
    expect(read('postgres/create-role.sh')).toMatch(
      /^create role waymark login password :'password';\ncreate database waymark owner waymark;$/m,
    );
  });

  it('the composition names only services, volumes and files that exist', () => {
    const all = [services, withBroker.services].flatMap((each) => Object.values(each));
    const needed = all.flatMap(({ depends_on: needs }) => Object.keys(needs));
    expect(needed).toContain('postgres');
    const isService = (name: string) => Object.hasOwn(services, name) || Object.hasOwn(withBroker.services, name);
    expect(needed.filter((name) => !isService(name))).toEqual([]);
    const mounted = all.flatMap(({ volumes: mounts }) => mounts.map((mount) => mount.split(':')[0] ?? ''));
    expect(mounted).toContain('./mosquitto');
    const isThere = (source: string) =>
      source.startsWith('.')
        ? exists(path.join('deploy', source))
        : Object.hasOwn({ ...volumes, ...withBroker.volumes }, source);
    // The operator provides the certificates.
    expect(mounted.filter((source) => !isThere(source))).toEqual(['./certificates']);
  });

  it('the composition and env.example have the same variables', () => {
    const compositions = read('compose.yaml') + read('compose-broker.yaml');
    const asked = new Set([...compositions.matchAll(PLACE)].map(([, name = '']) => name));
    const given = new Set([...read('env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name));
    expect(given).toEqual(asked);
  });
});

describe('the other files of deploy/', () => {
  it('the Dockerfile copies only files that exist', () => {
    const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, places = '']) =>
      places.split(' '),
    );
    expect(copied).toContain('apps');
    expect(copied.filter((place) => !exists(place))).toEqual([]);
  });

  it("the Mosquitto configuration contains the lines that the server's tests use", () => {
    const lines = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const tested = formatMosquittoConfig({
      devices: { host: '0.0.0.0', port: 1883 },
      servers: { host: '0.0.0.0', port: 1884 },
      accessFile: '/broker/waymark-access',
      passwordFile: '/broker/waymark-passwords',
      dataFolder: '/mosquitto/data',
    });
    expect(lines(read('mosquitto/mosquitto.conf'))).toEqual(lines(tested));
  });

  const FORWARDED = ['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto'];

  it('[W-072] HAProxy replaces every forwarding header of the client', () => {
    const rules = [...read('haproxy.cfg').matchAll(/^\s+http-request (del-header|set-header) (\S+)(.*)$/gm)].map(
      ([, verb = '', name = '', rest = '']) => ({ verb, name, rest }),
    );
    const dropped = rules.filter(({ verb }) => verb === 'del-header').map(({ name, rest }) => `${name}${rest}`);
    expect(dropped).toEqual(['Forwarded', 'X-Real-IP', 'X-Forwarded- -m beg']);
    expect(rules.findLastIndex(({ verb }) => verb === 'del-header')).toBeLessThan(
      rules.findIndex(({ verb }) => verb === 'set-header'),
    );
    expect(new Set(rules.filter(({ verb }) => verb === 'set-header').map(({ name }) => name))).toEqual(
      new Set(FORWARDED),
    );
    // `X-Forwarded-For` would be appended to a list from the client.
    expect(read('haproxy.cfg')).not.toMatch(/^\s+option forwardfor/m);
  });

  it('[W-072] the nginx example replaces every forwarding header of the client', () => {
    const guide = fs.readFileSync(path.join(root, 'docs/operations.md'), 'utf8');
    const example = /```nginx\n(.*?)```/s.exec(guide)?.[1] ?? '';
    const set = new Map(
      [...example.matchAll(/proxy_set_header (\S+) (\S+);/g)].map(([, name = '', value = '']) => [name, value]),
    );
    expect(FORWARDED.map((name) => set.get(name))).toEqual(['$remote_addr', '$host', '$scheme']);
    expect([set.get('Forwarded'), set.get('X-Real-IP'), set.get('X-Forwarded-Port')]).toEqual(['""', '""', '""']);
  });

  it('the systemd unit starts the release with settings that the server accepts', () => {
    const unit = read('waymark.service');
    expect(unit).toContain('ExecStart=/opt/waymark/bin/waymark start');
    const settings = Object.fromEntries(
      [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
    );
    expect(readConfig(settings, false).dataDir).toBe('/var/lib/waymark/data');
  });

  it.each(['Dockerfile', 'compose.yaml'])('%s names the version of package.json', (file) => {
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')));
    expect(read(file)).toContain(`waymark:${version}`);
  });
});
