import type { Role } from '@waymark/contract/roles';
import type { SecondFactorRule } from '@waymark/domain/account/second-factor';
import type { CompanyId, UserId } from '@waymark/domain/ids';
import type { Language } from '@waymark/domain/language/language';
import type { TimesChoice } from '@waymark/domain/time/times-choice';
import type { UnitSystem } from '@waymark/domain/units/system';
import type { Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    groups: {
      id: Generated<CompanyId>;
      name: string;
      created_at: Generated<Date>;
      auto_link_distance_m: Generated<number>;
      auto_verify_minutes: Generated<number>;
      units: Generated<UnitSystem>;
      language: Generated<Language>;
      second_factor_rule: Generated<SecondFactorRule>;
      alert_unheard_minutes: Generated<number>;
      alert_waiting_minutes: Generated<number>;
    };
    users: {
      id: Generated<UserId>;
      group_id: CompanyId | null;
      email: string;
      name: string;
      phone: Generated<string>;
      role: Role;
      is_opted_in: Generated<boolean>;
      /** null: those of the company. */
      units: Generated<UnitSystem | null>;
      /** null: that of the company. */
      language: Generated<Language | null>;
      times: Generated<TimesChoice>;
      /** The zone of their browser; null: not known. */
      time_zone: Generated<string | null>;
      external_issuer: Generated<string | null>;
      external_subject: Generated<string | null>;
      revision: Generated<number>;
      link_epoch: Generated<number>;
      created_at: Generated<Date>;
    };
  }
}
