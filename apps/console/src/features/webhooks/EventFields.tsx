import { Checkbox } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { writeExample } from '@waymark/contract/event-hooks/cloud-event';
import { t } from '#/language/t.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { describeType, EVENT_GROUPS, type WebhookForm } from './webhooks.view.ts';
import styles from './Webhooks.module.css';

/** The catalogue of events, each with an example of its body. */
export function EventFields({ form }: { readonly form: UseFormReturnType<WebhookForm> }) {
  return (
    <Checkbox.Group
      label={t('Events')}
      value={[...form.values.eventTypes]}
      error={form.errors['eventTypes']}
      onChange={(types) => form.setFieldValue('eventTypes', types)}
    >
      {EVENT_GROUPS.map(({ label, types }) => (
        <div key={label} className={styles.group} role="group" aria-label={label}>
          <div className={styles.legend}>{label}</div>
          {types.map((type) => (
            <div key={type}>
              <Checkbox value={type} label={<span className="mono">{type}</span>} description={describeType(type)} />
              <details className={styles.example}>
                <summary>{t('Example of {type}', { type })}</summary>
                <CodeBlock text={JSON.stringify(writeExample(type), null, 2)} />
              </details>
            </div>
          ))}
        </div>
      ))}
    </Checkbox.Group>
  );
}
