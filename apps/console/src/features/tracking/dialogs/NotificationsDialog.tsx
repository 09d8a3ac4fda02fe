import { writeRun } from '@waymark/contract/runs/write-run';
import type { NotificationRule } from '@waymark/domain/path/notification-rule';
import { changeRules } from '@waymark/domain/run/changes/changes';
import type { Run } from '@waymark/domain/run/run';
import { useState } from 'react';
import { callApi } from '#/api/client.ts';
import { Button } from '#/ui/button/Button.tsx';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { dialogHome, useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { RuleDialog } from '#/features/planning/editor/notifications/RuleDialog.tsx';
import { describeRule, saveRule } from '#/features/planning/editor/notifications/rules.view.ts';
import { callForRun, NOTIFICATIONS_FAILURE, readServerNow } from '#/features/runs/change-run.ts';
import styles from '#/features/runs/dialogs/Dialogs.module.css';
import { nameRun, type RunDialogProps } from '#/features/runs/dialogs/run-dialog.ts';
import { t } from '#/language/t.ts';

/** null: a new rule. */
type Step = { readonly rule: NotificationRule | null };

function saveRules(run: Run, rules: readonly NotificationRule[]) {
  return callForRun(run.runId, NOTIFICATIONS_FAILURE, () =>
    callApi('POST /pigrun/updateNotifications', {
      body: { runId: run.runId, path: writeRun(changeRules(run, rules), readServerNow()).pigPath },
    }),
  );
}

interface RuleRowProps {
  readonly rule: NotificationRule;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function RuleRow({ rule, onEdit, onDelete }: RuleRowProps) {
  return (
    <li className={styles.rule}>
      <span className={styles.ruleWords}>
        <span className={styles.ruleName}>{rule.name}</span>
        <span className={styles.ruleText}>{describeRule(rule)}</span>
      </span>
      <IconButton icon="edit" label={t('Edit notification of {name}', { name: rule.name })} onClick={onEdit} />
      <IconButton icon="trash" label={t('Delete notification of {name}', { name: rule.name })} onClick={onDelete} />
    </li>
  );
}

function RuleTools({ onAdd }: { readonly onAdd: () => void }) {
  return (
    <div className={styles.tools}>
      <span>{t('User Notifications')}</span>
      <Button size="small" icon="plus" aria-label={t('Add user notification')} onClick={onAdd}>
        {t('Add')}
      </Button>
    </div>
  );
}

/** Edits who is notified about what by this run. */
export function NotificationsDialog({ isOpen, tracked, blockedBecause, onClose }: RunDialogProps) {
  const { run } = tracked;
  const [rules, setRules] = useState<readonly NotificationRule[]>(run.path.notifications);
  const { step, isOpen: isRuleOpen, turn, open, close } = useDialogChain<Step>();
  return (
    <>
      <FormDialog
        {...{ isOpen, blockedBecause, onClose }}
        title={t('SMS Notifications')}
        subtitle={nameRun(tracked)}
        submitLabel={t('Save')}
        onSubmit={() => saveRules(run, rules)}
        width={520}
        isFlush
      >
        <div {...dialogHome} className={styles.flush}>
          <RuleTools onAdd={() => open({ rule: null })} />
          {rules.length === 0 ? (
            <EmptyState>{t('Nobody is notified of this run')}</EmptyState>
          ) : (
            <ul className={styles.rules} aria-label={t('User Notifications')}>
              {rules.map((rule) => (
                <RuleRow
                  key={rule.userId}
                  rule={rule}
                  onEdit={() => open({ rule })}
                  onDelete={() => setRules(rules.filter(({ userId }) => userId !== rule.userId))}
                />
              ))}
            </ul>
          )}
        </div>
      </FormDialog>
      {step && (
        <RuleDialog
          key={turn}
          isOpen={isRuleOpen}
          rule={step.rule}
          markers={run.path.markers}
          company={run.groupId}
          onSave={(made) => setRules(saveRule(rules, made, step.rule))}
          onClose={close}
        />
      )}
    </>
  );
}
