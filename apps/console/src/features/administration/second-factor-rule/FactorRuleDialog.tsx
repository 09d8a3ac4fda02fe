import { Radio, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SECOND_FACTOR_RULES, type SecondFactorRule } from '@waymark/domain/account/second-factor';
import { useState } from 'react';
import type { ReplyAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';
import { queryApi } from '#/api/query.ts';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { Warning } from '#/ui/state/Warning.tsx';
import { showSuccess } from '#/ui/toast/toasts.ts';
import styles from './FactorRuleDialog.module.css';

type CompanyRule = ReplyAt<'GET /company/second-factor'>;

const ruleQuery = { ...queryApi('GET /company/second-factor'), staleTime: 0, meta: { isShownInPlace: true } };

const LABELS: Readonly<Record<SecondFactorRule, string>> = {
  off: t('Of no user: each decides'),
  admins: t('Of admins'),
  everyone: t('Of every user'),
};

interface FactorRuleDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The users of the company who must use two-step sign-in. */
export function FactorRuleDialog({ isOpen, onClose }: FactorRuleDialogProps) {
  const queryClient = useQueryClient();
  const query = useQuery({ ...ruleQuery, enabled: isOpen });
  const { blockedBecause } = useCanWrite();
  const [chosen, setChosen] = useState<SecondFactorRule | null>(null);
  const close = () => {
    setChosen(null);
    onClose();
  };
  const save = async () => {
    if (chosen === null) return;
    queryClient.setQueryData(
      ruleQuery.queryKey,
      await callApi('POST /company/second-factor', { body: { rule: chosen } }),
    );
    showSuccess(t('Rule saved'));
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Two-Step Sign-In Rule')}
      subtitle={t('Of the company')}
      submitLabel={t('Save')}
      blockedBecause={query.data ? blockedBecause : t('Not loaded yet.')}
      onSubmit={save}
      onClose={close}
      width={420}
    >
      <LoadedData query={query} what={t('The rule')} widths={[240, 200, 220]}>
        {(saved) => <Rules saved={saved} rule={chosen ?? saved.rule} onChange={setChosen} />}
      </LoadedData>
    </FormDialog>
  );
}

interface RulesProps {
  readonly saved: CompanyRule;
  readonly rule: SecondFactorRule;
  readonly onChange: (rule: SecondFactorRule) => void;
}

function Rules({ saved, rule, onChange }: RulesProps) {
  const without = rule === 'off' || rule === saved.rule ? 0 : saved.without[rule];
  return (
    <>
      <Radio.Group
        label={t('Require two-step sign-in')}
        value={rule}
        onChange={(value) => onChange(SECOND_FACTOR_RULES.find((each) => each === value) ?? rule)}
      >
        <div className={styles.group}>
          {SECOND_FACTOR_RULES.map((value) => (
            <Radio key={value} value={value} label={LABELS[value]} />
          ))}
        </div>
      </Radio.Group>
      <Text size="sm">
        {t(
          'A user whom it covers and who has none sets it up after the next sign-in, before anything else. Users of an identity provider of your own are let in only if it asked for a second step.',
        )}
      </Text>
      {without > 0 && (
        <Warning>
          {t(
            '{count} user without two-step sign-in is signed out now.|{count} users without two-step sign-in are signed out now.',
            { count: without },
          )}
        </Warning>
      )}
    </>
  );
}
