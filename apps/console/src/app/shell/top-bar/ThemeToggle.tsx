import { IconButton } from '#/ui/button/IconButton.tsx';
import { t } from '#/language/t.ts';
import { useThemeChoice } from '#/app/theme/use-theme-choice.ts';

export function ThemeToggle() {
  const { theme, toggleTheme } = useThemeChoice();
  const isDark = theme === 'dark';
  const label = isDark ? t('Use the light theme') : t('Use the dark theme');
  return <IconButton icon={isDark ? 'moon' : 'sun'} label={label} onClick={toggleTheme} />;
}
