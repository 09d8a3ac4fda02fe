import type { ReplyAt } from '#/api/address.ts';
import { isPseudo, readLanguage, storeLanguage } from '#/language/language-choice.ts';

type LanguageOfUser = Pick<ReplyAt<'GET /pigrun/user/get-user'>, 'language' | 'companyLanguage'>;

/**
 * Loads the page again if it is not in the language of the user. It stays where the browser stores nothing, because it
 * would be loaded again and again.
 */
export function showLanguageOf(
  { language, companyLanguage }: LanguageOfUser,
  reload: () => void = () => location.reload(),
): void {
  const wanted = language ?? companyLanguage;
  const shown = readLanguage();
  if (shown === wanted || isPseudo(shown)) return;
  storeLanguage(wanted);
  if (readLanguage() === wanted) reload();
}
