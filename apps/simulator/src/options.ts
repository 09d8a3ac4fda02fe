import { parseArgs } from 'node:util';
import { z } from 'zod';
import { LINK_KINDS } from './device/profile.ts';

export const USAGE = `Simulates a fleet of devices that speak to a Waymark server over its real links.

  npm run simulate -- [options]

  --scenario NAME|FILE   demo, load, faults, or the path of a JSON file          (demo)
  --devices N            this many devices instead of the scenario's
  --rate N               heartbeats a second of the whole fleet
  --kinds LIST           only these links: cellular,bluetooth,iridium
  --seed N               another seed than the scenario's
  --history-days N       tell the past since the server's last heartbeat, at most this long
  --time-factor N        live that past N times as fast as time, not as fast as possible
  --duration S           stop after this many seconds
  --server URL           (http://127.0.0.1:8080)
  --mqtt URL             mqtt:// or mqtts://                                     (mqtt://127.0.0.1:1883)
  --mqtt-ca FILE         PEM of the authority behind mqtts://
  --directip HOST:PORT   the server's satellite listener                         (127.0.0.1:10800)
  --mt-port N            where the satellite gateway takes the server's messages (10801)
  --company NAME         the company of new devices                              (the first)
  --email, --password    a superadmin                                            (the demo's)
  --abrupt               end without a word, as after a power failure
  --with-parent          end when standard input closes
  --quiet                print errors only
  --help
`;

const wholeNumber = z.coerce.number().int().nonnegative();
const positive = z.coerce.number().positive();
/** IPv6 addresses need brackets. */
const ADDRESS = /^(?:\[(?<literal>[^\]]+)\]|(?<host>[^:]+)):(?<port>\d{1,5})$/;
const address = z
  .string()
  .regex(ADDRESS)
  .transform((text) => {
    const { literal, host = '', port } = ADDRESS.exec(text)?.groups ?? {};
    return { host: literal ?? host, port: Number(port) };
  });

const optionsSchema = z.object({
  scenario: z.string().default('demo'),
  devices: wholeNumber.min(1).optional(),
  rate: positive.optional(),
  kinds: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(LINK_KINDS)).min(1))
    .optional(),
  seed: z.coerce.number().int().optional(),
  'history-days': z.coerce.number().min(0).max(400).default(0),
  'time-factor': positive.min(1).optional(),
  duration: positive.optional(),
  server: z.url().default('http://127.0.0.1:8080'),
  mqtt: z
    .string()
    .regex(/^mqtts?:\/\//)
    .default('mqtt://127.0.0.1:1883'),
  'mqtt-ca': z.string().optional(),
  directip: address.default({ host: '127.0.0.1', port: 10_800 }),
  'mt-port': wholeNumber.max(65_535).default(10_801),
  company: z.string().optional(),
  email: z.string().default('superadmin@demo.waymark'),
  password: z.string().default('Waymark-demo-1'),
  abrupt: z.boolean().default(false),
  'with-parent': z.boolean().default(false),
  quiet: z.boolean().default(false),
  help: z.boolean().default(false),
});
export type Options = z.output<typeof optionsSchema>;

const FLAGS = ['abrupt', 'with-parent', 'quiet', 'help'];

/** Throws an error whose text is meant for the user. */
export function readOptions(args: readonly string[]): Options {
  const names = Object.keys(optionsSchema.shape);
  const { values } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      names.map((name) => [name, { type: FLAGS.includes(name) ? 'boolean' : 'string' }] as const),
    ),
  });
  const parsed = optionsSchema.safeParse(values);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  return parsed.data;
}
