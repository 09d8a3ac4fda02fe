import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { currentUserQuery } from '#/features/notifications/current-user.data.ts';
import { AddDeviceDialog } from '#/features/administration/agms/AddDeviceDialog.tsx';
import { CredentialDialog } from '#/features/administration/agms/CredentialDialog.tsx';
import { ImportedDialog } from '#/features/administration/agms/import/ImportedDialog.tsx';
import { UnseenCredentialsDialog } from '#/features/administration/agms/UnseenCredentialsDialog.tsx';
import { ConfirmRemoval, RemoveDeviceDialog } from '#/features/administration/agms/RemoveDeviceDialog.tsx';
import { NotificationsDialog } from '#/features/notifications/NotificationsDialog.tsx';
import { ChangePasswordDialog } from '#/features/session/own-sessions/ChangePasswordDialog.tsx';
import { SecondFactorDialog } from '#/features/session/second-factor/SecondFactorDialog.tsx';
import { StepUpDialog } from '#/features/session/step-up/StepUpDialog.tsx';
import { SessionsDialog } from '#/features/session/own-sessions/SessionsDialog.tsx';
import { LetterheadDialog } from '#/features/administration/letterhead/LetterheadDialog.tsx';
import { CalendarDialog } from '#/features/administration/calendar/CalendarDialog.tsx';
import { ControlProfilesDialog } from '#/features/administration/control-profiles/ControlProfilesDialog.tsx';
import { KeysDialog } from '#/features/administration/keys/KeysDialog.tsx';
import { WallboardsDialog } from '#/features/administration/wallboards/WallboardsDialog.tsx';
import { ReportMailsDialog } from '#/features/administration/report-mails/ReportMailsDialog.tsx';
import { FactorRuleDialog } from '#/features/administration/second-factor-rule/FactorRuleDialog.tsx';
import { LocalUsersDialog } from '#/features/administration/users/LocalUsersDialog.tsx';
import { UnitsDialog } from '#/features/units/UnitsDialog.tsx';
import { followTimes } from '#/features/times/follow-times.ts';
import { LanguageDialog } from '#/features/languages/LanguageDialog.tsx';
import { TimesDialog } from '#/features/times/TimesDialog.tsx';
import { nameOtherTimes } from '#/ui/clock/other-times.ts';
import { AboutCard } from './top-bar/AboutCard.tsx';
import { closeDialog, useShell, type ShellDialog } from './shell-store.ts';

/** The dialogs of menus and shortcuts, at most one of them open. */
export function ShellDialogs() {
  const dialog = useShell((shell) => shell.dialog);
  // A dialog returns the focus only if it was mounted before it opened.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setMounted(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const { data: user } = useQuery(currentUserQuery);
  useEffect(nameOtherTimes, []);
  useEffect(() => {
    if (user) followTimes(user);
  }, [user]);
  const propsOf = (name: ShellDialog) => ({ isOpen: isMounted && dialog === name, onClose: closeDialog });
  return (
    <>
      <AboutCard {...propsOf('about')} />
      <ChangePasswordDialog {...propsOf('changePassword')} />
      <SecondFactorDialog {...propsOf('secondFactor')} />
      <SessionsDialog {...propsOf('sessions')} />
      <StepUpDialog />
      <NotificationsDialog {...propsOf('notifications')} />
      <LocalUsersDialog {...propsOf('localUsers')} />
      <KeysDialog {...propsOf('apiKeys')} />
      <WallboardsDialog {...propsOf('wallboards')} />
      <ControlProfilesDialog {...propsOf('controlProfiles')} />
      <ReportMailsDialog {...propsOf('reportMails')} />
      <CalendarDialog {...propsOf('calendar')} isAdmin={user?.role === 'admin'} />
      <FactorRuleDialog {...propsOf('secondFactorRule')} />
      <LetterheadDialog {...propsOf('letterhead')} />
      <UnitsDialog {...propsOf('units')} />
      <TimesDialog {...propsOf('times')} />
      <LanguageDialog {...propsOf('language')} />
      <AddDeviceDialog {...propsOf('addDevice')} />
      <CredentialDialog />
      <ImportedDialog />
      <UnseenCredentialsDialog />
      <RemoveDeviceDialog {...propsOf('removeDevice')} />
      <ConfirmRemoval />
    </>
  );
}
