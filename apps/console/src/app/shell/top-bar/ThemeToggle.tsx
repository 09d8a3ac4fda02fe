import { IconButton } from '#/ui/button/IconButton.tsx';
import { useThemeChoice } from '#/app/theme/use-theme-choice.ts';

export function ThemeToggle() {
  const { theme, toggleTheme } = useThemeChoice();
  const other = theme === 'dark' ? 'light' : 'dark';
  return <IconButton icon={theme === 'dark' ? 'moon' : 'sun'} label={`Use the ${other} theme`} onClick={toggleTheme} />;
}
