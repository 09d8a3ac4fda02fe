import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MOST_OUTPUT = 2 ** 26;
/** With the folders of programs for root, which not every shell of root has in its path. */
export const ENVIRONMENT = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` };

/** Podman with images, containers and networks in its own folder. */
export interface Engine {
  podman(...args: readonly string[]): Promise<string>;
  /** Builds an image, with the network of this machine. */
  build(...args: readonly string[]): Promise<string>;
  /** Stops all containers and removes everything that the engine created. */
  remove(): Promise<void>;
}

const MOST_PROCESSES = 16_384;

/** Podman's defaults need more than a machine that is itself a container can provide. */
async function readLimits(): Promise<string[]> {
  const limits = await readFile('/proc/self/limits', 'utf8');
  const hardLimit = (name: string) =>
    Number(new RegExp(`^${name}\\s+\\S+\\s+(\\d+)`, 'm').exec(limits)?.[1] ?? Infinity);
  const files = hardLimit('Max open files');
  const processes = Math.min(hardLimit('Max processes'), MOST_PROCESSES);
  return [...(Number.isFinite(files) ? [`nofile=${files}:${files}`] : []), `nproc=${processes}:${processes}`];
}

/** `runc` supports all three cgroup layouts, and netavark resolves the names of containers. */
const formatSettings = (folder: string, limits: readonly string[]) => `[containers]
default_ulimits = ${JSON.stringify(limits)}
log_driver = "k8s-file"
[network]
network_backend = "netavark"
network_config_dir = "${folder}/networks"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
`;

export async function startEngine(folder: string): Promise<Engine> {
  await mkdir(folder, { recursive: true });
  const settings = path.join(folder, 'containers.conf');
  const limits = await readLimits();
  await writeFile(settings, formatSettings(folder, limits));
  const places = ['--root', `${folder}/root`, '--runroot', `${folder}/run`, '--tmpdir', `${folder}/tmp`];
  const env = { ...ENVIRONMENT, CONTAINERS_CONF: settings };
  const podman = async (...args: readonly string[]) => {
    const { stdout } = await run('podman', [...places, ...args], { env, maxBuffer: MOST_OUTPUT });
    return stdout.trim();
  };
  return {
    podman,
    build: (...args) =>
      podman('build', '--network', 'host', ...limits.flatMap((limit) => ['--ulimit', limit]), ...args),
    async remove() {
      await podman('rm', '--all', '--force', '--time', '0');
      await podman('network', 'prune', '--force');
      // Podman leaves its layer folder mounted on itself.
      await run('umount', [`${folder}/root/overlay`]).catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
