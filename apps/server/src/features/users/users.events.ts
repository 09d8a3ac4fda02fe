import type { CompanyId, UserId } from '@waymark/domain/ids';

declare module '../../platform/database/change.ts' {
  interface DomainEvents {
    /**
     * A user is about to leave a company: for another one, for the staff, or because they are deleted. Their row still
     * names the company.
     */
    'user-leaving': { readonly userId: UserId; readonly groupId: CompanyId; readonly email: string };
  }
}
