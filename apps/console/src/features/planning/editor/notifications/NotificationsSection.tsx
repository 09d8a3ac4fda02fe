import type { Marker } from '@waymark/domain/path/marker';
import type { NotificationRule } from '@waymark/domain/path/notification-rule';
import { useQuery } from '@tanstack/react-query';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { PropertyList, PropertyRow } from '#/ui/sheet/Panel.tsx';
import { useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { changeDraft, useEditor } from '../editor-store.ts';
import { EditorSection } from '../EditorSection.tsx';
import { RuleDialog } from './RuleDialog.tsx';
import { describeRule, listRuleRows, saveRule } from './rules.view.ts';
import { useSteadyDevices } from '#/features/devices/table/use-steady-devices.ts';
import { findCompany } from '../agms/agm-list.ts';
import { shownUserQuery } from '#/features/notifications/current-user.data.ts';
import styles from '../Editor.module.css';

const NO_AGMS: readonly number[] = [];

const NO_MARKERS: readonly Marker[] = [];

type Step = { readonly kind: 'add' } | { readonly kind: 'edit' | 'info'; readonly rule: NotificationRule };

function remove({ userId }: NotificationRule): void {
  changeDraft((draft) => ({ ...draft, notifications: draft.notifications.filter((rule) => rule.userId !== userId) }));
}

function save(made: NotificationRule, before: NotificationRule | null): void {
  changeDraft((draft) => ({ ...draft, notifications: saveRule(draft.notifications, made, before) }));
}

interface RuleRowProps {
  readonly rule: NotificationRule;
  readonly onOpen: (step: Step) => void;
}

function RuleRow({ rule, onOpen }: RuleRowProps) {
  return (
    <li className={styles.row}>
      <span className={styles.rowWords}>
        <span className={styles.rowName}>{rule.name}</span>
        <span className={styles.rowText}>{describeRule(rule)}</span>
      </span>
      <span className={styles.rowActs}>
        <IconButton
          icon="info"
          label={t('Notification of {name}', { name: rule.name })}
          isSmall
          onClick={() => onOpen({ kind: 'info', rule })}
        />
        <IconButton
          icon="edit"
          label={t('Edit notification of {name}', { name: rule.name })}
          isSmall
          onClick={() => onOpen({ kind: 'edit', rule })}
        />
        <IconButton
          icon="trash"
          label={t('Delete notification of {name}', { name: rule.name })}
          isSmall
          onClick={() => remove(rule)}
        />
      </span>
    </li>
  );
}

export function NotificationsSection({ rules }: { readonly rules: readonly NotificationRule[] }) {
  const markers = useEditor(({ draft }) => draft?.markers ?? NO_MARKERS);
  const company = useCompany();
  const { step, isOpen, turn, open, close } = useDialogChain<Step>();
  return (
    <EditorSection
      title={t('User Notifications')}
      count={rules.length}
      actions={
        <Button size="small" icon="plus" onClick={() => open({ kind: 'add' })} aria-label={t('Add user notification')}>
          {t('Add')}
        </Button>
      }
    >
      {rules.length > 0 && (
        <ul className={styles.rows} aria-label={t('User Notifications')}>
          {rules.map((rule) => (
            <RuleRow key={rule.userId} rule={rule} onOpen={open} />
          ))}
        </ul>
      )}
      {(step?.kind === 'add' || step?.kind === 'edit') && (
        <RuleDialog
          key={turn}
          {...{ isOpen, markers, company }}
          rule={step.kind === 'edit' ? step.rule : null}
          onSave={(made) => save(made, step.kind === 'edit' ? step.rule : null)}
          onClose={close}
        />
      )}
      {step?.kind === 'info' && (
        <InfoDialog
          isOpen={isOpen}
          title={t('User Notification')}
          subtitle={step.rule.name}
          onClose={close}
          width={400}
        >
          <PropertyList>
            {listRuleRows(step.rule).map(([label, value]) => (
              <PropertyRow key={label} label={label}>
                {value}
              </PropertyRow>
            ))}
          </PropertyList>
        </InfoDialog>
      )}
    </EditorSection>
  );
}

/** The company of the path, from its AGMs; null: a superadmin has not chosen one yet. */
function useCompany(): number | null {
  const agms = useEditor(({ draft }) => draft?.agms ?? NO_AGMS);
  const devices = useSteadyDevices();
  const { data: user } = useQuery(shownUserQuery);
  const company = findCompany(agms, devices);
  if (company !== null || user?.role === 'superadmin') return company;
  return devices[0]?.groupId ?? null;
}
