import { Checkbox, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Marker } from '@waymark/domain/path/marker';
import { MEDIA, PASSAGE_TYPES, type NotificationRule } from '@waymark/domain/path/notification-rule';
import { useState } from 'react';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { companyUsersQuery } from '#/features/runs/runs.data.ts';
import { AlertFields } from './AlertFields.tsx';
import { MarkerChoice } from './MarkerChoice.tsx';
import styles from './Rule.module.css';
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
          label="Launch"
          checked={typed.launch}
          onChange={({ currentTarget }) => onChange({ launch: currentTarget.checked })}
        />
        <Checkbox
          label="Receive"
          checked={typed.receive}
          onChange={({ currentTarget }) => onChange({ receive: currentTarget.checked })}
        />
        <Checkbox
          label="Include manual"
          checked={typed.manualPassage}
          onChange={({ currentTarget }) => onChange({ manualPassage: currentTarget.checked })}
        />
      </div>
      <div className={styles.pair}>
        <Select
          label="Medium"
          data={MEDIUM_CHOICES}
          value={typed.medium}
          allowDeselect={false}
          onChange={(medium) => medium !== null && onChange({ medium })}
        />
        <Select
          label="Passage type"
          data={PASSAGE_CHOICES}
          value={typed.passageType}
          allowDeselect={false}
          onChange={(passageType) => passageType !== null && onChange({ passageType })}
        />
      </div>
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
      title={rule ? 'Edit User Notification' : 'Add User Notification'}
      subtitle={rule?.name}
      submitLabel="Save"
      blockedBecause={explainDraft(typed, made)}
      onSubmit={() => made && onSave(made)}
      onClose={onClose}
    >
      <Select
        label="User"
        placeholder={isPending ? 'Loading users' : 'Choose a user'}
        searchable
        nothingFoundMessage="No results"
        data={[...gone, ...choices]}
        value={typed.userId === null ? null : String(typed.userId)}
        error={error ? `Users did not load: ${toShownError(error).message}` : undefined}
        allowDeselect={false}
        data-autofocus
        onChange={(value) => change({ userId: value === null ? null : Number(value) })}
      />
      <WhatFields typed={typed} onChange={change} />
      <div className={styles.group}>
        <Checkbox
          label="All markers"
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
