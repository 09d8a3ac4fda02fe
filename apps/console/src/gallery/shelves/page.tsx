import { ScreenPage } from '#/ui/page/ScreenPage.tsx';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { Example } from '../Example.tsx';

export function Shelf() {
  return (
    <Example title="ScreenPage: title, the way back to the map, content" layout="stage">
      <ScreenPage title="Shift log" onBack={() => undefined}>
        <EmptyState>No entries</EmptyState>
      </ScreenPage>
    </Example>
  );
}
