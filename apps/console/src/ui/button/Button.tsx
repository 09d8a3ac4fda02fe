import { Icon, type IconName } from './Icon.tsx';
import { PlainButton, type PlainButtonProps } from './PlainButton.tsx';

interface ButtonProps extends Omit<PlainButtonProps, 'mark'> {
  readonly icon?: IconName;
}

export function Button({ icon, ...rest }: ButtonProps) {
  const isSmall = rest.size === 'tiny' || rest.size === 'small';
  return <PlainButton mark={icon && <Icon name={icon} size={isSmall ? 13 : 15} />} {...rest} />;
}
