import type { Routes } from '@waymark/contract/routes/index';
import type { Database } from '../../../platform/database/database.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { SignIn } from '../sign-in.service.ts';
import type { Passkeys } from './passkeys/passkeys.service.ts';
import { readCompanyRule, saveCompanyRule } from './rule/company-rule.service.ts';
import type { SecondFactors } from './second-factor.service.ts';
import type { StepUp } from './step-up/step-up.service.ts';

interface SecondFactorHandling {
  readonly database: Database;
  readonly signIn: SignIn;
  readonly passkeys: Passkeys;
  readonly secondFactors: SecondFactors;
  readonly stepUp: StepUp;
}

export function createSecondFactorHandlers({
  database,
  signIn,
  passkeys,
  secondFactors,
  stepUp,
}: SecondFactorHandling): Handlers<Routes['secondFactor']> {
  return {
    requestPasskey: ({ body }, call) => signIn.requestPasskey(call, body.mfa_token),
    beginPasskey: ({ body }, call) => passkeys.begin(call, body.currentPassword),
    addPasskey: ({ body }, call) => passkeys.add(call, body),
    removePasskey: async ({ params, body }, call) => {
      await passkeys.remove(call, params.id, body.currentPassword);
      return {};
    },
    renewRecoveryCodes: (_input, call) => secondFactors.renewRecoveryCodes(call),
    requestStepUp: (_input, call) => passkeys.requestStepUp(call),
    stepUp: async ({ body }, call) => {
      await stepUp.prove(call, body);
      return {};
    },
    readCompanyRule: (_input, call) => readCompanyRule(database, call),
    saveCompanyRule: ({ body }, call) => saveCompanyRule(database, call, body.rule),
  };
}
