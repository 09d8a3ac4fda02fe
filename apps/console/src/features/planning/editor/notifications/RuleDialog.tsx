import { Checkbox, NativeSelect, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Marker } from '@waymark/domain/path/marker';
import {
  MEDIA,
  PASSAGE_TYPES,
  QUIET_ZONES,
  type NotificationRule,
  type QuietZone,
  ALERTS,
} from '@waymark/domain/path/notification-rule';
import { useState, useId, type ChangeEvent } from 'react';
import { t } from '#/language/t.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { companyUsersQuery } from '#/features/runs/runs.data.ts';
import {
  explainDraft,
  listChoosable,
  listTracked,
  MEDIUM_LABELS,
  NEW_RULE,
  PASSAGE_LABELS,
  toRule,
  type RuleDraft,
} from './rules.view.ts';
import { Button } from '#/ui/button/Button.tsx';
import { ListFoot } from '#/ui/table/ListFoot.tsx';
import { SearchField } from '#/ui/field/SearchField.tsx';
import { usePages } from '#/ui/table/use-pages.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import { ALERT_LABELS, describeAlerts, explainQuiet, toggleAlert, type AlertPart } from './alerts.view.ts';
import styles from './Rule.module.css';

const PAGE_SIZE = 60;

const MEDIUM_CHOICES = MEDIA.map((value) => ({ value, label: MEDIUM_LABELS[value] }));
const PASSAGE_CHOICES = PASSAGE_TYPES.map((value) => ({ value, label: PASSAGE_LABELS[value] }));

interface RuleDialogProps {
  readonly isOpen: boolean;
  /** null: a new rule. */
  readonly rule: NotificationRule | null;
  readonly markers: readonly Marker[];
  /** The company whose users can be chosen; null: not known yet. */
  readonly company: number | null;
  readonly onSave: (rule: NotificationRule) => void;
  readonly onClose: () => void;
}

interface FieldsProps {
  readonly typed: RuleDraft;
  readonly onChange: (change: Partial<RuleDraft>) => void;
}

function WhatFields({ typed, onChange }: FieldsProps) {
  return (
    <>
      <div className={styles.checks}>
        <Checkbox
          label={t('Launch')}
          checked={typed.launch}
          onChange={({ currentTarget }) => onChange({ launch: currentTarget.checked })}
        />
        <Checkbox
          label={t('Receive')}
          checked={typed.receive}
          onChange={({ currentTarget }) => onChange({ receive: currentTarget.checked })}
        />
        <Checkbox
          label={t('Include manual')}
          checked={typed.manualPassage}
          onChange={({ currentTarget }) => onChange({ manualPassage: currentTarget.checked })}
        />
      </div>
      <div className={styles.pair}>
        <Select
          label={t('Medium')}
          data={MEDIUM_CHOICES}
          value={typed.medium}
          allowDeselect={false}
          onChange={(medium) => medium !== null && onChange({ medium })}
        />
        <Select
          label={t('Passage type')}
          data={PASSAGE_CHOICES}
          value={typed.passageType}
          allowDeselect={false}
          onChange={(passageType) => passageType !== null && onChange({ passageType })}
        />
      </div>
      <Checkbox
        label={t('Also by push')}
        description={t('To the browsers in which the user has turned push on.')}
        checked={typed.push === true}
        onChange={({ currentTarget }) => onChange({ push: currentTarget.checked ? true : undefined })}
      />
    </>
  );
}

/** Edits who is notified about what by the runs of this path, and by which medium. */
export function RuleDialog({ isOpen, rule, markers, company, onSave, onClose }: RuleDialogProps) {
  const { data: users = [], error, isPending } = useQuery(companyUsersQuery);
  const [typed, setTyped] = useState<RuleDraft>(rule ?? NEW_RULE);
  const change = (part: Partial<RuleDraft>) => setTyped({ ...typed, ...part });
  const made = toRule(typed, users, rule);
  const choices = listChoosable(users, company);
  const isListed = choices.some(({ value }) => value === String(typed.userId));
  const gone =
    rule && !isListed && typed.userId === rule.userId ? [{ value: String(rule.userId), label: rule.name }] : [];
  return (
    <FormDialog
      isOpen={isOpen}
      title={rule ? t('Edit User Notification') : t('Add User Notification')}
      subtitle={rule?.name}
      submitLabel={t('Save')}
      blockedBecause={explainDraft(typed, made)}
      onSubmit={() => made && onSave(made)}
      onClose={onClose}
    >
      <Select
        label={t('User')}
        placeholder={isPending ? t('Loading users') : t('Choose a user')}
        searchable
        nothingFoundMessage={t('No results')}
        data={[...gone, ...choices]}
        value={typed.userId === null ? null : String(typed.userId)}
        error={error ? t('Users did not load: {reason}', { reason: toShownError(error).message }) : undefined}
        allowDeselect={false}
        data-autofocus
        onChange={(value) => change({ userId: value === null ? null : Number(value) })}
      />
      <WhatFields typed={typed} onChange={change} />
      <div className={styles.group}>
        <Checkbox
          label={t('All markers')}
          checked={typed.allMarkers}
          onChange={({ currentTarget }) => change({ allMarkers: currentTarget.checked })}
        />
        {!typed.allMarkers && (
          <MarkerChoice
            names={listTracked(markers)}
            chosen={typed.markers}
            onChange={(chosen) => change({ markers: chosen })}
          />
        )}
      </div>
      <AlertFields value={typed} onChange={change} />
    </FormDialog>
  );
}

interface MarkerChoiceProps {
  readonly names: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Chooses the TRACK markers that a user is notified about, in the order of the line. */
function MarkerChoice({ names, chosen, onChange }: MarkerChoiceProps) {
  const [sought, setSought] = useState('');
  const marked = new Set(chosen);
  const found = names.filter((name) => name.toLowerCase().includes(sought.trim().toLowerCase()));
  const { rows, pager } = usePages(found, PAGE_SIZE);
  const set = (changed: readonly string[], isOn: boolean) => {
    const those = new Set(changed);
    onChange(names.filter((name) => (those.has(name) ? isOn : marked.has(name))));
  };
  return (
    <div className={styles.markers} role="group" aria-label={t('Markers')}>
      <div className={styles.markerTools}>
        <SearchField label={t('Find a marker')} onSearch={setSought} />
        <Button size="small" disabled={found.length === 0} onClick={() => set(found, true)}>
          {t('All')}
        </Button>
        <Button size="small" disabled={found.length === 0} onClick={() => set(found, false)}>
          {t('None')}
        </Button>
      </div>
      <div className={styles.list}>
        {rows.map((name) => (
          <Checkbox
            key={name}
            label={name}
            checked={marked.has(name)}
            onChange={() => set([name], !marked.has(name))}
          />
        ))}
        {found.length === 0 && (
          <span className={styles.count}>{names.length === 0 ? t('No TRACK markers') : t('No results')}</span>
        )}
      </div>
      <ListFoot pager={pager} />
      <span className={styles.count} role="status">
        {t('{number} of {total} markers', {
          number: names.filter((name) => marked.has(name)).length,
          total: names.length,
        })}
      </span>
    </div>
  );
}

interface AlertFieldsProps {
  readonly value: AlertPart;
  readonly onChange: (change: Partial<AlertPart>) => void;
}

const QUIET_ZONE_LABELS: Readonly<Record<QuietZone, string>> = { utc: 'UTC', recipient: t("The recipient's zone") };

const CLOCK = { placeholder: 'HH:mm', inputMode: 'numeric', autoComplete: 'off', maxLength: 5 } as const;

/** The hours in which alerts wait, and the clock that is meant. */
function QuietFields({ value, onChange }: AlertFieldsProps) {
  const { quietIn = 'utc' } = value;
  const isUtc = quietIn === 'utc';
  const faults = explainQuiet(value);
  const quietProps = (end: 'quietFrom' | 'quietTo') => ({
    value: value[end] ?? '',
    error: faults[end],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
      onChange({ [end]: currentTarget.value === '' ? null : currentTarget.value }),
  });
  return (
    <>
      <div className={styles.quiet}>
        <TextInput label={isUtc ? t('Quiet from (UTC)') : t('Quiet from')} {...CLOCK} {...quietProps('quietFrom')} />
        <TextInput label={isUtc ? t('Quiet to (UTC)') : t('Quiet to')} {...CLOCK} {...quietProps('quietTo')} />
        <NativeSelect
          label={t('Quiet times are in')}
          value={quietIn}
          data={QUIET_ZONES.map((zone) => ({ value: zone, label: QUIET_ZONE_LABELS[zone] }))}
          onChange={({ currentTarget: { value: zone } }) =>
            onChange({ quietIn: QUIET_ZONES.find((each) => each === zone) ?? 'utc' })
          }
        />
      </div>
      {!isUtc && (
        <p className={styles.info}>
          {t(
            "The recipient's zone is that of the browser they used last; while it is not known, the zone of the line.",
          )}
        </p>
      )}
    </>
  );
}

/** Chooses further alerts and quiet times of a user; collapsible. */
function AlertFields({ value, onChange }: AlertFieldsProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { alerts } = value;
  return (
    <section className={styles.alerts} aria-labelledby={`${id}-title`}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-describedby={`${id}-summary`}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={14} />
        <span id={`${id}-title`}>{t('Alerts')}</span>
        <span id={`${id}-summary`} className={styles.summary}>
          {describeAlerts(value)}
        </span>
      </button>
      <div id={id} className={styles.body} hidden={!isOpen}>
        <div className={styles.kinds} role="group" aria-labelledby={`${id}-title`}>
          {ALERTS.map((kind) => (
            <Checkbox
              key={kind}
              label={ALERT_LABELS[kind]}
              checked={alerts.includes(kind)}
              onChange={() => onChange({ alerts: toggleAlert(alerts, kind) })}
            />
          ))}
        </div>
        <QuietFields value={value} onChange={onChange} />
        <p className={styles.info}>
          {t('Each alert is told once. In quiet times alerts wait; launch, passages and receive do not.')}
        </p>
      </div>
    </section>
  );
}
