import { useQuery } from '@tanstack/react-query';

import { useState, type ReactNode } from 'react';
import { formatCount } from '#/language/numbers.ts';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { toHexLines, toText } from './bytes.view.ts';
import { rejectionQuery, type Rejection, type RejectionDetail } from './rejections.data.ts';
import { describeReason, describeSender, describeSize, isTelling, nameLink } from './rejections.view.ts';
import styles from './Rejections.module.css';

type Copying = 'not-yet' | 'copied' | 'failed';

const COPY_WORDS = {
  'not-yet': '',
  copied: t('Copied'),
  failed: t('This page has no clipboard: select and copy by hand.'),
};

/** A page without TLS has no clipboard. */
function useCopying() {
  const [copying, setCopying] = useState<Copying>('not-yet');
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => setCopying('copied'),
      () => setCopying('failed'),
    );
  return { said: COPY_WORDS[copying], copy: (text: string) => void copy(text) };
}

function Bytes({ hex, size }: Pick<RejectionDetail, 'hex' | 'size'>) {
  const { said, copy } = useCopying();
  const kept = hex.length / 2;
  const text = toText(hex, kept < size);
  if (kept === 0) return <p className={styles.note}>{t('The message has no bytes.')}</p>;
  return (
    <>
      <p className={styles.note}>
        {kept < size
          ? t('{size}, of which the first {kept} are kept', { size: describeSize(size), kept: describeSize(kept) })
          : describeSize(size)}
      </p>
      {text !== null && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard is to scroll it
        <pre className={styles.bytes} role="region" aria-label={t('Text')} tabIndex={0} data-wraps>
          {text}
        </pre>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard is to scroll it */}
      <pre className={styles.bytes} role="region" aria-label={t('Hex')} tabIndex={0}>
        {toHexLines(hex).map((line) => (
          <span key={line.offset} className={styles.line}>
            <span className={styles.offset}>{line.offset}</span>
            <span>{line.hex.padEnd(23)}</span>
            <span className={styles.ascii}>{line.ascii}</span>
          </span>
        ))}
      </pre>
      <div className={styles.acts}>
        {text !== null && (
          <Button size="small" icon="copy" onClick={() => copy(text)}>
            {t('Copy text')}
          </Button>
        )}
        <Button size="small" icon="copy" onClick={() => copy(hex)}>
          {t('Copy hex')}
        </Button>
        <span role="status" className={styles.note}>
          {said}
        </span>
      </div>
    </>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Facts({ entry }: { readonly entry: Rejection }) {
  const { label, why, advice } = describeReason(entry.reason);
  return (
    <dl className={styles.facts}>
      <Fact label={t('Why')}>{`${label}. ${why}`}</Fact>
      {isTelling(entry.detail, label) && <Fact label={t('Detail')}>{entry.detail}</Fact>}
      <Fact label={t('What to do')}>{advice}</Fact>
      <Fact label={t('When')}>
        {entry.count === 1
          ? `${entry.lastAt} UTC`
          : t('{number} times from {from} to {to} UTC', {
              number: formatCount(entry.count),
              from: entry.firstAt,
              to: entry.lastAt,
            })}
      </Fact>
      <Fact label={t('Link')}>{nameLink(entry.link)}</Fact>
      <Fact label={t('Sender')}>{entry.sender}</Fact>
      <Fact label={t('Topic')}>{entry.topic}</Fact>
    </dl>
  );
}

/** The newest message of a row: why it was rejected, and its bytes. */
export function BytesDialog({ entry, onClose }: { readonly entry: Rejection; readonly onClose: () => void }) {
  const query = useQuery(rejectionQuery(entry.id));
  return (
    <InfoDialog
      isOpen
      title={t('Rejected Message')}
      subtitle={describeSender(entry).name}
      width={560}
      onClose={onClose}
    >
      <Facts entry={query.data ?? entry} />
      <ReloadFailure query={query} what={t('The message')} />
      <LoadedData query={query} what={t('The message')} widths={[420, 460, 380, 440]}>
        {({ hex, size }) => <Bytes hex={hex} size={size} />}
      </LoadedData>
    </InfoDialog>
  );
}
