import { LoginArt } from '#/ui/brand/LoginArt.tsx';
import { WaymarkLogo } from '#/ui/brand/WaymarkLogo.tsx';
import { Example } from '../Example.tsx';

export function Shelf() {
  return (
    <>
      <Example title="WaymarkLogo: top bar, login page, without the name">
        <WaymarkLogo />
        <WaymarkLogo size={38} />
        <WaymarkLogo withName={false} />
      </Example>
      <Example title="LoginArt" layout="stage">
        <LoginArt />
      </Example>
    </>
  );
}
