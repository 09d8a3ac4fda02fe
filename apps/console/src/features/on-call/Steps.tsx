import { useState } from 'react';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { useOnCallChanges, type OnCall, type Step } from './on-call.data.ts';
import { describeMedia, describeTo } from './steps.view.ts';
import { StepsDialog, type StepsOf } from './StepsDialog.tsx';
import styles from './OnCallPage.module.css';

type PathSteps = OnCall['paths'][number];

/** To whom alerts go that no user acknowledges: for the company, and for the paths that differ. */
export function Steps({ settings }: { readonly settings: OnCall }) {
  const { canWrite, blockedBecause } = useCanWrite();
  const { saveSteps } = useOnCallChanges();
  const [edited, setEdited] = useState<StepsOf | null>(null);
  const [removing, setRemoving] = useState<PathSteps | null>(null);
  const common = { disabled: !canWrite, title: blockedBecause } as const;
  return (
    <>
      <section className={styles.section} aria-label={t('Escalation')}>
        <div className={styles.bar}>
          <h2 className={styles.heading}>{t('Escalation')}</h2>
          <Button size="small" icon="edit" {...common} onClick={() => setEdited({ kind: 'company' })}>
            {t('Edit steps')}
          </Button>
        </div>
        <p className={styles.quiet}>
          {t(
            'Minutes count from the time an alert is raised, until a user acknowledges it. Steps for a person who cannot be reached go to the administrators.',
          )}
        </p>
        <StepList steps={settings.steps} settings={settings} />
      </section>
      <section className={styles.section} aria-label={t('Paths that differ')}>
        <div className={styles.bar}>
          <h2 className={styles.heading}>{t('Paths that differ')}</h2>
          <Button size="small" icon="plus" {...common} onClick={() => setEdited({ kind: 'new-path' })}>
            {t('Add path')}
          </Button>
        </div>
        {settings.paths.length === 0 && <p className={styles.quiet}>{t('All paths have the steps of the company.')}</p>}
        {settings.paths.map((path) => (
          <div key={path.pathId} className={styles.path}>
            <div className={styles.row}>
              <h3 className={styles.grows}>{path.pathName}</h3>
              <IconButton
                icon="edit"
                label={t('Edit steps of {path}', { path: path.pathName })}
                disabled={!canWrite}
                onClick={() => setEdited({ kind: 'path', pathId: path.pathId })}
              />
              <IconButton
                icon="trash"
                label={t('Remove steps of {path}', { path: path.pathName })}
                disabled={!canWrite}
                onClick={() => setRemoving(path)}
              />
            </div>
            <StepList steps={path.steps} settings={settings} />
          </div>
        ))}
      </section>
      {edited && <StepsDialog of={edited} settings={settings} onClose={() => setEdited(null)} />}
      <ConfirmDialog
        isOpen={removing !== null}
        title={t('Remove the steps of {path}?', { path: removing?.pathName ?? '' })}
        confirmLabel={t('Remove')}
        cancelLabel={t('Cancel')}
        isDestructive
        onConfirm={() => removing && saveSteps(removing.pathId, null)}
        onClose={() => setRemoving(null)}
      >
        {t('The path has the steps of the company again.')}
      </ConfirmDialog>
    </>
  );
}

interface StepListProps {
  readonly steps: readonly Step[];
  readonly settings: OnCall;
}

function StepList({ steps, settings }: StepListProps) {
  if (steps.length === 0) return <p className={styles.quiet}>{t('Alerts are not escalated.')}</p>;
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step.afterMinutes}>
          {t('After {minutes} min: {to}, by {media}', {
            minutes: step.afterMinutes,
            to: describeTo(step, settings),
            media: describeMedia(step),
          })}
        </li>
      ))}
    </ol>
  );
}
