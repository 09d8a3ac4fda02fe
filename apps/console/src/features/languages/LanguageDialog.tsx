import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@waymark/domain/language/language';
import { callApi } from '#/api/client.ts';
import { ChoiceDialog, type UserChoice } from '#/features/choices/ChoiceDialog.tsx';
import { t } from '#/language/t.ts';
import { showLanguageOf } from './show-language.ts';

const LANGUAGE: UserChoice<Language> = {
  title: t('Language'),
  subtitle: t('On all screens and in messages. Saving another language loads this page again.'),
  ownLabel: t('My language'),
  companyLabel: t('Language of the company'),
  what: t('Your language'),
  saved: t('Language saved'),
  options: LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
  read: ({ language, companyLanguage }) => ({ own: language, ofCompany: companyLanguage }),
  saveOwn: (language) => callApi('POST /pigrun/user/language', { body: { language } }),
  saveOfCompany: (language) => callApi('POST /company/language', { body: { language } }),
  onSaved: (user) => showLanguageOf(user),
};

interface LanguageDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The language of the user, and for an admin that of the company. */
export function LanguageDialog(props: LanguageDialogProps) {
  return <ChoiceDialog choice={LANGUAGE} {...props} />;
}
