import { Checkbox, TextInput } from '@mantine/core';
import { ALERTS } from '@waymark/domain/path/notification-rule';
import { useId, useState } from 'react';
import { Icon } from '#/ui/button/Icon.tsx';
import { ALERT_LABELS, describeAlerts, explainQuiet, toggleAlert, type AlertPart } from './alerts.view.ts';
import styles from './AlertFields.module.css';

interface AlertFieldsProps {
  readonly value: AlertPart;
  readonly onChange: (change: Partial<AlertPart>) => void;
}

/** Chooses further alerts and quiet times of a user; collapsible. */
export function AlertFields({ value, onChange }: AlertFieldsProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { alerts, quietFrom, quietTo } = value;
  const faults = explainQuiet(value);
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
        <span id={`${id}-title`}>Alerts</span>
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
        <div className={styles.quiet}>
          <TextInput
            label="Quiet from (UTC)"
            placeholder="HH:mm"
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            value={quietFrom ?? ''}
            error={faults.quietFrom}
            onChange={({ currentTarget }) =>
              onChange({ quietFrom: currentTarget.value === '' ? null : currentTarget.value })
            }
          />
          <TextInput
            label="Quiet to (UTC)"
            placeholder="HH:mm"
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            value={quietTo ?? ''}
            error={faults.quietTo}
            onChange={({ currentTarget }) =>
              onChange({ quietTo: currentTarget.value === '' ? null : currentTarget.value })
            }
          />
        </div>
        <p className={styles.info}>
          Each alert is told once. In quiet times alerts wait; launch, passages and receive do not.
        </p>
      </div>
    </section>
  );
}
