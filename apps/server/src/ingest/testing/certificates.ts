import { execFile } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

export interface KeyPair {
  readonly key: string;
  readonly cert: string;
  readonly keyFile: string;
  readonly certFile: string;
}

export interface TrialAuthority {
  /** The certificate that clients trust. */
  readonly ca: string;
  issue(name: string): Promise<KeyPair>;
}

const run = promisify(execFile);
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Creates an authority for the test with the openssl command line, in `folder`. */
export async function createTrialAuthority(folder: string): Promise<TrialAuthority> {
  const at = (name: string): string => path.join(folder, name);
  const own = ['-subj', '/CN=Trial CA', '-keyout', at('ca.key'), '-out', at('ca.pem')];
  await run('openssl', ['req', '-x509', ...KEY, '-days', '2', ...own]);
  return {
    ca: await readFile(at('ca.pem'), 'utf8'),
    async issue(name) {
      const [keyFile, certFile, request, names] = [
        at(`${name}.key`),
        at(`${name}.pem`),
        at(`${name}.csr`),
        at(`${name}.ext`),
      ];
      await writeFile(names, 'subjectAltName=IP:127.0.0.1,DNS:localhost\n');
      await run('openssl', ['req', ...KEY, '-subj', `/CN=${name}`, '-keyout', keyFile, '-out', request]);
      const signer = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-days', '2', '-extfile', names];
      // A broker that root has started reads the key as another user.
      await chmod(keyFile, 0o644);
      await run('openssl', ['x509', '-req', '-in', request, ...signer, '-out', certFile]);
      return { key: await readFile(keyFile, 'utf8'), cert: await readFile(certFile, 'utf8'), keyFile, certFile };
    },
  };
}
