import { useState } from 'react';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { useOnCallChanges, type OnCall, type Step } from './on-call.data.ts';
import { describeMedia, describeTo } from './steps.view.ts';
import { StepsDialog, type StepsOf } from './StepsDialog.tsx';
import styles from './OnCallPage.module.css';

type PathSteps = OnCall['paths'][number];

interface SectionProps {
  readonly settings: OnCall;
  readonly onEdit: (of: StepsOf) => void;
}

/** The escalation of alerts that no user acknowledges: of the company, and of the paths that differ. */
export function Steps({ settings }: { readonly settings: OnCall }) {
  const { step, turn, isOpen, open, close } = useDialogChain<StepsOf>();
  return (
    <>
      <CompanySteps settings={settings} onEdit={open} />
      <PathsThatDiffer settings={settings} onEdit={open} />
      {step && <StepsDialog key={turn} of={step} settings={settings} isOpen={isOpen} onClose={close} />}
    </>
  );
}

function CompanySteps({ settings, onEdit }: SectionProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  return (
    <section className={styles.section} aria-label={t('Escalation')}>
      <div className={styles.bar}>
        <h2 className={styles.heading}>{t('Escalation')}</h2>
        <Button
          size="small"
          icon="edit"
          disabled={!canWrite}
          title={blockedBecause}
          onClick={() => onEdit({ kind: 'company' })}
        >
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
  );
}

function PathsThatDiffer({ settings, onEdit }: SectionProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  return (
    <section className={styles.section} aria-label={t('Paths that differ')}>
      <div className={styles.bar}>
        <h2 className={styles.heading}>{t('Paths that differ')}</h2>
        <Button
          size="small"
          icon="plus"
          disabled={!canWrite}
          title={blockedBecause}
          onClick={() => onEdit({ kind: 'new-path' })}
        >
          {t('Add path')}
        </Button>
      </div>
      {settings.paths.length === 0 && <p className={styles.quiet}>{t('All paths have the steps of the company.')}</p>}
      {settings.paths.map((path) => (
        <StepsOfPath key={path.pathId} path={path} settings={settings} onEdit={onEdit} />
      ))}
    </section>
  );
}

function StepsOfPath({ path, settings, onEdit }: SectionProps & { readonly path: PathSteps }) {
  const { canWrite, blockedBecause } = useCanWrite();
  const { saveSteps } = useOnCallChanges();
  const [isRemoving, setRemoving] = useState(false);
  const { pathId, pathName, steps } = path;
  const edit = t('Edit steps of {path}', { path: pathName });
  const remove = t('Remove steps of {path}', { path: pathName });
  return (
    <div className={styles.path}>
      <div className={styles.row}>
        <h3 className={styles.grows}>{pathName}</h3>
        <IconButton
          icon="edit"
          label={edit}
          disabled={!canWrite}
          title={blockedBecause ?? edit}
          onClick={() => onEdit({ kind: 'path', pathId })}
        />
        <IconButton
          icon="trash"
          label={remove}
          disabled={!canWrite}
          title={blockedBecause ?? remove}
          onClick={() => setRemoving(true)}
        />
      </div>
      <StepList steps={steps} settings={settings} />
      <ConfirmDialog
        isOpen={isRemoving}
        title={t('Remove the steps of {path}?', { path: pathName })}
        confirmLabel={t('Remove')}
        cancelLabel={t('Cancel')}
        isDestructive
        onConfirm={() => saveSteps(pathId, null)}
        onClose={() => setRemoving(false)}
      >
        {t('The path has the steps of the company again.')}
      </ConfirmDialog>
    </div>
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
