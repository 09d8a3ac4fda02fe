import type { KeyScope, Wallboard } from '@waymark/contract/key-scopes';
import type { CompanyId, UserId } from '@waymark/domain/ids';
import type { Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    passwords: { user_id: UserId; hash: string; changed_at: Generated<Date> };
    sessions: {
      id: Generated<string>;
      user_id: UserId;
      created_at: Generated<Date>;
      last_used_at: Generated<Date>;
      /** The earlier of the idle end and the absolute end. */
      expires_at: Date;
      ended_at: Generated<Date | null>;
      end_reason: Generated<string | null>;
      address: string | null;
      user_agent: string;
      external_refresh: Generated<Buffer | null>;
      /** When the password was last shown in it. */
      password_at: Generated<Date | null>;
      /** When a second factor was last shown in it, or at its sign-in to an external provider. */
      factor_at: Generated<Date | null>;
    };
    refresh_tokens: {
      hash: Buffer;
      session_id: string;
      created_at: Generated<Date>;
      replaced_at: Generated<Date | null>;
      host_prefixed: boolean;
    };
    password_links: {
      hash: Buffer;
      user_id: UserId;
      email: string;
      epoch: number;
      outbox_id: number | null;
      expires_at: Date;
    };
    attempts: { key: string; failures: number; blocked_until: Date; last_at: Date };
    api_keys: {
      id: Generated<number>;
      group_id: CompanyId;
      lookup: string;
      hash: Buffer;
      name: string;
      scopes: (KeyScope | Wallboard)[];
      addresses: string[];
      made_by_id: UserId;
      made_by_name: string;
      created_at: Generated<Date>;
      expires_at: Date | null;
      last_used_at: Generated<Date | null>;
      last_used_address: Generated<string | null>;
    };
    totp_factors: {
      user_id: UserId;
      sealed_secret: Buffer;
      created_at: Generated<Date>;
      confirmed_at: Generated<Date | null>;
      last_step: Generated<number>;
    };
    passkeys: {
      id: Generated<number>;
      user_id: UserId;
      credential_id: Buffer;
      public_key: Buffer;
      counter: number;
      rp_id: string;
      transports: string[];
      name: string;
      created_at: Generated<Date>;
      last_used_at: Generated<Date | null>;
    };
    passkey_challenges: { user_id: UserId; purpose: string; holder: string; hash: Buffer; expires_at: Date };
    recovery_codes: { user_id: UserId; hash: Buffer };
    sign_in_tickets: { hash: Buffer; user_id: UserId; password_hash: string; expires_at: Date };
    signing_keys: { kid: string; public_key: unknown; sealed_private_key: Buffer; created_at: Generated<Date> };
  }
}
