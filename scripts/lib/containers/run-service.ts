import path from 'node:path';
import type { Service } from '../composition.ts';
import { root } from '../root.mjs';
import type { Engine } from './engine.ts';

interface RunOptions {
  readonly network: string;
  readonly image: string;
  readonly user?: string;
  readonly command?: readonly string[];
}

/** Starts a service as the composition describes it: settings, files, volumes and restrictions. */
export async function runService(engine: Engine, name: string, service: Service, options: RunOptions): Promise<void> {
  const { environment, volumes, tmpfs, cap_drop: dropped, security_opt: security } = service;
  const flags = [
    ...Object.entries(environment).map(([key, value]) => ['--env', `${key}=${value}`]),
    ...volumes.map((mount) => ['--volume', mount.replace(/^\.\//, `${path.join(root, 'deploy')}/`)]),
    ...tmpfs.map((place) => ['--tmpfs', place]),
    ...dropped.map((capability) => ['--cap-drop', capability]),
    ...security.map((option) => ['--security-opt', option.replace(/:true$/, '')]),
    ...(service.read_only ? [['--read-only']] : []),
    ...(options.user === undefined ? [] : [['--user', options.user]]),
  ].flat();
  const { network, image, command = service.command } = options;
  await engine.podman('run', '--detach', '--name', name, '--network', network, ...flags, image, ...command);
}
