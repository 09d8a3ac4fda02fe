import type { Role } from '@waymark/contract/roles';
import type { CompanyId, UserId } from '@waymark/domain/ids';

/** The signed-in user behind a request or a connection; created once, when the token is verified. */
export interface Actor {
  readonly userId: UserId;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** The company; a superadmin belongs to none. */
  readonly groupId: CompanyId | null;
  readonly sessionId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}
