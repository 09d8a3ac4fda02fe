import { strFromU8, unzipSync } from 'fflate';

/** The texts of a zip file by name, for tests. */
export function readZip(bytes: Uint8Array): ReadonlyMap<string, string> {
  return new Map(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]));
}
