import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A self-signed certificate for this machine. */
export async function createTrialCertificate(): Promise<{ readonly key: string; readonly cert: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'trial-certificate-'));
  const [keyFile, certFile] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  try {
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    const name = ['-subj', '/CN=Trial', '-addext', 'subjectAltName=IP:127.0.0.1'];
    await run('openssl', ['req', ...kind, ...name, '-keyout', keyFile, '-out', certFile]);
    return { key: await readFile(keyFile, 'utf8'), cert: await readFile(certFile, 'utf8') };
  } finally {
    await rm(folder, { recursive: true });
  }
}
