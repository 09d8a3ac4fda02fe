import type { KeyScope, Wallboard } from '@waymark/contract/key-scopes';
import type { Role } from '@waymark/contract/roles';
import type { CompanyId, UserId } from '@waymark/domain/ids';

/** The rights of an API key, or of a wallboard's token, within its company. */
export interface KeyAccess {
  readonly scopes: ReadonlySet<KeyScope | Wallboard>;
}

/** The signed-in user, the API key or the wallboard behind a request or a connection; created once, when its token is verified. */
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
  /** A rule requires a second factor of the user, who has none: only the calls that set it up are open. */
  readonly mustSetUpFactor?: true;
  /** Only an API key and a wallboard have this: it limits what its role may do. */
  readonly key?: KeyAccess;
}
