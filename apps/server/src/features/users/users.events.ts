/** In plain text, or hashed already. Either has passed the rule. */
export type NewPassword = string | { readonly hash: string };

declare module '../../platform/database/domain-events.ts' {
  interface DomainEvents {
    /** A user was added. */
    'user-created': { readonly userId: number; readonly email: string; readonly password: NewPassword | null };
    /** An admin changed the e-mail of a user: password links have ended. */
    'user-email-changed': { readonly userId: number };
    /** Role or company of a person changed: what he was signed in as no longer holds. */
    'user-access-changed': { readonly userId: number };
    /** A user is about to leave a company for another one, or for the staff. Their row still names the old company. */
    'user-leaving': { readonly userId: number; readonly groupId: number; readonly email: string };
    /** An admin has given the user a new password, which has already passed the rule. */
    'user-password-given': { readonly userId: number; readonly password: Exclude<NewPassword, string> };
    /** A person is about to be deleted. His row still stands. */
    'user-removed': { readonly userId: number };
    /** A company without devices and users is about to be deleted. */
    'group-removed': { readonly groupId: number };
    /** A person of an external provider was verified and is new here, or is another than before. */
    'external-user-seen': {
      readonly issuer: string;
      readonly subject: string;
      readonly email: string;
      readonly name: string;
      readonly role: 'viewer' | 'admin' | 'superadmin';
      readonly groupId: number | null;
    };
  }
}
