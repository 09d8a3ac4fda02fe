import { execFile } from 'node:child_process';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { findNode } from '../runtime.mjs';
import { ENVIRONMENT, type Engine } from './engine.ts';

const run = promisify(execFile);

const DEBIAN = 'bookworm';
/** The base image named in deploy/Dockerfile. */
const NODE_IMAGE = `docker.io/library/node:24-${DEBIAN}-slim`;
/** PostgreSQL, Redis and HAProxy, and systemd to run the unit. */
export const SERVICES_IMAGE = 'localhost/services:latest';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/**
 * Replacements for the images of Docker Hub, built from Debian packages and this project's own Node: the tests fetch
 * only from the registries of npm and Debian.
 */
export async function makeImages(engine: Engine, folder: string): Promise<void> {
  const system = path.join(folder, 'debian');
  await run('debootstrap', ['--variant=minbase', '--include=ca-certificates', DEBIAN, system], {
    env: ENVIRONMENT,
    maxBuffer: 2 ** 26,
  });
  const local = path.join(system, 'usr/local');
  await copyFile(findNode(), path.join(local, 'bin/node'));
  await run('npm', ['install', '--global', '--prefix', local, 'npm@11']);
  const own = process.env['NODE_EXTRA_CA_CERTS'];
  // Supports a network whose registries have their own certificates.
  if (own !== undefined) await copyFile(own, path.join(system, CERTIFICATES));
  const archive = path.join(folder, 'debian.tar');
  await run('tar', ['-C', system, '-cf', archive, '.']);
  await engine.podman('import', '--change', `ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, archive, NODE_IMAGE);
  await rm(system, { recursive: true });
  await rm(archive);

  const context = path.join(folder, 'services');
  await mkdir(context);
  await writeFile(
    path.join(context, 'Dockerfile'),
    `FROM ${NODE_IMAGE}
RUN apt-get update && apt-get install -y --no-install-recommends systemd dbus sudo postgresql redis-server haproxy
`,
  );
  await engine.build('--tag', SERVICES_IMAGE, context);
}
