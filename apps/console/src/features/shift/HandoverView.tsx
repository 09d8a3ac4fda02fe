import { Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { MOST_REMARK } from '@waymark/contract/shift/handover';
import { writeUtcText } from '@waymark/domain/time/zoned-text';
import { useState } from 'react';
import { useSession } from '#/features/session/session-store.ts';
import { useUnits } from '#/features/units/units.ts';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { Time } from '#/ui/clock/Time.tsx';
import { useZone } from '#/ui/clock/zones.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { showError, showNotice, showSuccess } from '#/ui/toast/toasts.ts';
import { SheetTables } from './SheetTables.tsx';
import { acceptHandover, saveHandover, type Handover } from './shift.data.ts';
import styles from './ShiftPage.module.css';

interface HandoverViewProps {
  readonly handover: Handover;
  readonly canWrite: boolean;
}

/** A signed handover: who signed and accepted it, the words of the crew, and its sheet. */
export function HandoverView({ handover, canWrite }: HandoverViewProps) {
  const { id, signed, accepted, words, sheet } = handover;
  const title = t('Handover {number}', { number: id });
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.bar}>
        <h2 className={styles.heading}>{title}</h2>
        <FileButtons id={id} />
        {canWrite && !accepted && <AcceptButton handover={handover} />}
      </div>
      <p>
        {t('Signed by {name}', { name: signed.name })}, <Time of={signed.at} saysUtc />
      </p>
      {accepted ? (
        <p>
          {t('Accepted by {name}', { name: accepted.name })}, <Time of={accepted.at} saysUtc />
          {accepted.remark !== '' && `: ${accepted.remark}`}
        </p>
      ) : (
        <p className={styles.waits}>{t('Waits to be accepted')}</p>
      )}
      {words !== '' && <p className={styles.text}>{words}</p>}
      <SheetTables name={title} sheet={sheet} />
    </section>
  );
}

const FORMATS = [
  { format: 'pdf', label: 'PDF' },
  { format: 'csv', label: 'CSV' },
] as const;

/** Files are written in English, in the units and the zone of the reader. */
function FileButtons({ id }: { readonly id: number }) {
  const { canWrite, blockedBecause } = useCanWrite();
  const units = useUnits();
  const timeZone = useZone();
  const [busy, setBusy] = useState<string | null>(null);
  const save = async (format: 'pdf' | 'csv') => {
    setBusy(format);
    try {
      await saveHandover(id, { format, units, timeZone });
    } catch (cause) {
      showError({ message: t('The handover did not download'), cause });
    } finally {
      setBusy(null);
    }
  };
  return FORMATS.map(({ format, label }) => (
    <Button
      key={format}
      size="small"
      icon="download"
      title={blockedBecause ?? t('In English, times in {zone}', { zone: timeZone })}
      disabled={!canWrite}
      isBusy={busy === format}
      onClick={() => void save(format)}
    >
      {label}
    </Button>
  ));
}

function AcceptButton({ handover }: { readonly handover: Handover }) {
  const queryClient = useQueryClient();
  const { canWrite, blockedBecause } = useCanWrite();
  const userId = useSession(({ user }) => user?.id);
  const zone = useZone();
  const [isOpen, setOpen] = useState(false);
  const [remark, setRemark] = useState('');
  const isOwn = handover.signed.userId === userId;
  const accept = async () => {
    const earlier = await acceptHandover(queryClient, handover.id, remark.trim());
    if (!earlier?.accepted) return showSuccess(t('Handover accepted'));
    const { name, at } = earlier.accepted;
    return showNotice(
      t('Accepted before'),
      t('{name} accepted it first, {time}.', { name, time: writeUtcText(at, zone) }),
    );
  };
  return (
    <>
      <Button size="small" look="primary" disabled={!canWrite} title={blockedBecause} onClick={() => setOpen(true)}>
        {t('Accept')}
      </Button>
      <FormDialog
        isOpen={isOpen}
        title={t('Accept handover {number}', { number: handover.id })}
        submitLabel={t('Accept')}
        blockedBecause={blockedBecause}
        note={t('Your name and the time are recorded, and nothing changes afterwards.')}
        onSubmit={accept}
        onClose={() => setOpen(false)}
        width={460}
      >
        <Textarea
          label={t('Remark')}
          description={
            isOwn
              ? t('You signed this handover: say why no other user accepts it.')
              : t('Optional: what you want to have recorded.')
          }
          maxLength={MOST_REMARK}
          autosize
          minRows={2}
          maxRows={6}
          value={remark}
          onChange={({ currentTarget }) => setRemark(currentTarget.value)}
        />
      </FormDialog>
    </>
  );
}
