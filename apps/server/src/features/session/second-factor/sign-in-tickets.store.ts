import type { UserId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { Change } from '../../../platform/database/change.ts';
import { hashToken, makeToken } from '../../../platform/crypto/random-token.ts';

const TICKET_MINUTES = 5;

/** Issues a ticket for the second step of a sign-in; only its hash is stored. */
export async function issueTicket(change: Change, userId: UserId, passwordHash: string): Promise<string> {
  const ticket = makeToken();
  await change.db
    .insertInto('sign_in_tickets')
    .values({
      hash: hashToken(ticket),
      user_id: userId,
      password_hash: passwordHash,
      expires_at: sql<Date>`now() + make_interval(mins => ${TICKET_MINUTES})`,
    })
    .execute();
  return ticket;
}

/** Names the ticket in other tables. */
export function holderOfTicket(ticket: string): string {
  return hashToken(ticket).toString('base64url');
}

function selectTicket({ db }: Pick<Change, 'db'>, ticket: string) {
  return db
    .selectFrom('sign_in_tickets')
    .innerJoin('users', 'users.id', 'sign_in_tickets.user_id')
    .select(['users.id', 'users.name', 'users.email', 'users.role', 'users.group_id', 'password_hash'])
    .where('hash', '=', hashToken(ticket))
    .where('expires_at', '>', sql<Date>`now()`);
}

/** The user whose sign-in waits with this ticket. */
export async function findTicket(reader: Pick<Change, 'db'>, ticket: string) {
  return selectTicket(reader, ticket).executeTakeFirst();
}

/** Uses the ticket up; undefined: another request has done so, or its time is over. */
export async function consumeTicket(change: Change, ticket: string) {
  const found = await selectTicket(change, ticket).forUpdate('sign_in_tickets').executeTakeFirst();
  if (found) await change.db.deleteFrom('sign_in_tickets').where('hash', '=', hashToken(ticket)).execute();
  return found;
}
