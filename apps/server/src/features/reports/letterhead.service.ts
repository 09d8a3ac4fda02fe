import type { Routes } from '@waymark/contract/routes/index';
import type { RouteInput } from '@waymark/contract/route';
import type { CompanyId } from '@waymark/domain/ids';
import type { ChangeOrigin } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { readJpegSize } from './files/jpeg-size.ts';

export interface Letterhead {
  readonly address: string;
  /** JPEG. */
  readonly logo: Uint8Array | null;
}

export const NO_LETTERHEAD: Letterhead = { address: '', logo: null };

/** The caller has checked that it may read the company's reports. */
export async function readLetterhead({ db }: Pick<Reader, 'db'>, groupId: CompanyId): Promise<Letterhead> {
  const row = await db
    .selectFrom('letterheads')
    .select(['address', 'logo'])
    .where('group_id', '=', groupId)
    .executeTakeFirst();
  return row ?? NO_LETTERHEAD;
}

export const toWire = ({ address, logo }: Letterhead) => ({
  address,
  logo: logo && Buffer.from(logo).toString('base64'),
});

/** A logo is printed as it is, so only the form that a printer reads without unpacking is accepted. */
function readLogo(base64: string | null): Uint8Array | null {
  if (base64 === null) return null;
  const bytes = Buffer.from(base64, 'base64');
  if (readJpegSize(bytes) === null) throw problem('logo-refused');
  return bytes;
}

export async function saveLetterhead(
  database: Database,
  origin: ChangeOrigin,
  { body }: RouteInput<Routes['reports']['saveLetterhead']>,
): Promise<Letterhead> {
  const { groupId } = origin;
  if (groupId === null) throw problem('forbidden');
  const next = { address: body.address, logo: readLogo(body.logo) };
  await database.change(origin, async (change) => {
    const before = await readLetterhead(change, groupId);
    await change.db
      .insertInto('letterheads')
      .values({ group_id: groupId, ...next })
      .onConflict((conflict) => conflict.column('group_id').doUpdateSet(next))
      .execute();
    const describe = ({ address, logo }: Letterhead) => ({ address, logoBytes: logo?.length ?? 0 });
    await change.audit({
      action: 'letterhead-changed',
      objectType: 'group',
      objectId: groupId,
      groupId,
      before: describe(before),
      after: describe(next),
    });
  });
  return next;
}
