import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { useZone } from '#/ui/clock/zones.ts';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { Warning } from '#/ui/state/Warning.tsx';
import { findThisBrowser, readSupport, turnPushOff, turnPushOn } from './push-browser.ts';
import { reachQuery, removeBrowser, sendTest, useReachActs, type Browser, type Reach } from './reach.data.ts';
import { describeLast, describeLost, explainEmail, explainPush, explainSms, listOthers } from './reach.view.ts';
import styles from './ReachSettings.module.css';

/** The ways to reach the user: e-mail, text message, and push in this browser; each with a test and its last message. */
export function ReachSettings() {
  const query = useQuery(reachQuery);
  return (
    <section className={styles.ways} aria-label={t('Ways to reach you')}>
      <h3>{t('Ways to reach you')}</h3>
      <LoadedData query={query} what={t('Ways to reach you')} widths={[280, 240]} isInline>
        {(reach) => <Ways reach={reach} />}
      </LoadedData>
    </section>
  );
}

interface WayProps {
  readonly name: string;
  readonly address: string;
  /** Why no message can be sent in this way, or that it is off. */
  readonly obstacle: string | null;
  readonly last: string | null;
  readonly children: ReactNode;
}

function Way({ name, address, obstacle, last, children }: WayProps) {
  return (
    <li className={styles.way} aria-label={name}>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        {address !== '' && <span className={styles.address}>{address}</span>}
        {obstacle !== null && <span className={styles.obstacle}>{obstacle}</span>}
        {last !== null && <span className={styles.last}>{last}</span>}
      </span>
      <span className={styles.acts}>{children}</span>
    </li>
  );
}

function Ways({ reach }: { readonly reach: Reach }) {
  const zone = useZone();
  const { email, sms } = reach;
  const emailObstacle = explainEmail(email);
  const smsObstacle = explainSms(sms);
  return (
    <ul className={styles.list}>
      <Way name={t('E-mail')} address={email.address} obstacle={emailObstacle} last={describeLast(email.last, zone)}>
        <TestButton medium="email" isPossible={email.isSetUp} />
      </Way>
      <Way
        name={t('Text message')}
        address={sms.phone}
        obstacle={smsObstacle}
        last={smsObstacle === null ? describeLast(sms.last, zone) : null}
      >
        <TestButton medium="sms" isPossible={smsObstacle === null} />
      </Way>
      <PushWay reach={reach} />
    </ul>
  );
}

interface TestButtonProps {
  readonly medium: 'email' | 'sms' | 'push';
  readonly isPossible: boolean;
}

function TestButton({ medium, isPossible }: TestButtonProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  const { busy, act } = useReachActs();
  return (
    <Button
      size="small"
      isBusy={busy !== null}
      disabled={!isPossible || !canWrite}
      title={blockedBecause}
      onClick={() => void act('test', t('The test was not sent'), () => sendTest(medium))}
    >
      {t('Send test')}
    </Button>
  );
}

/** This browser among those of the user; undefined: not known yet. */
function useThisBrowser(reach: Reach): Browser | null | undefined {
  const [own, setOwn] = useState<Browser | null | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    findThisBrowser(reach).then(
      (found) => isCurrent && setOwn(found),
      () => isCurrent && setOwn(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [reach]);
  return own;
}

function PushWay({ reach }: { readonly reach: Reach }) {
  const zone = useZone();
  const own = useThisBrowser(reach);
  const support = readSupport();
  const lost = describeLost(reach, zone);
  const others = listOthers(reach, own ?? null);
  const off = own === null ? t('Off in this browser.') : null;
  return (
    <>
      <Way
        name={t('Push in this browser')}
        address={own?.name ?? ''}
        obstacle={explainPush(support) ?? off}
        last={own ? describeLast(own.last, zone) : null}
      >
        {own && <TestButton medium="push" isPossible />}
        <PushSwitch own={own} publicKey={reach.push.publicKey} isUsable={support === 'usable'} />
      </Way>
      {lost !== null && (
        <li>
          <Warning>{lost}</Warning>
        </li>
      )}
      {others.map((browser) => (
        <OtherBrowser key={browser.id} browser={browser} />
      ))}
    </>
  );
}

interface PushSwitchProps {
  readonly own: Browser | null | undefined;
  readonly publicKey: string;
  readonly isUsable: boolean;
}

function PushSwitch({ own, publicKey, isUsable }: PushSwitchProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  const { busy, act } = useReachActs();
  const held = { size: 'small', isBusy: busy !== null, title: blockedBecause } as const;
  if (own)
    return (
      <Button
        {...held}
        disabled={!canWrite}
        onClick={() => void act('off', t('Push was not turned off'), () => turnPushOff(own))}
      >
        {t('Turn off')}
      </Button>
    );
  return (
    <Button
      {...held}
      disabled={!canWrite || !isUsable || own === undefined}
      onClick={() => void act('on', t('Push was not turned on'), () => turnPushOn(publicKey))}
    >
      {t('Turn on')}
    </Button>
  );
}

function OtherBrowser({ browser }: { readonly browser: Browser }) {
  const zone = useZone();
  const { canWrite } = useCanWrite();
  const { busy, act } = useReachActs();
  const { id, name, last } = browser;
  return (
    <Way name={t('Push in {browser}', { browser: name })} address="" obstacle={null} last={describeLast(last, zone)}>
      <IconButton
        icon="trash"
        label={t('Turn push off in {browser}', { browser: name })}
        isSmall
        disabled={!canWrite || busy !== null}
        onClick={() => void act('remove', t('Push was not turned off'), () => removeBrowser(id))}
      />
    </Way>
  );
}
