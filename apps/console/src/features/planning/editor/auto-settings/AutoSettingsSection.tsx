import type { Marker } from '@waymark/domain/path/marker';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { changeDraft } from '../editor-store.ts';
import { EditorSection } from '../EditorSection.tsx';
import { AutoSettingsDialog } from './AutoSettingsDialog.tsx';
import { describeAuto } from './auto-settings.view.ts';

const TITLE = t('Auto Settings');

export function AutoSettingsSection({ markers }: { readonly markers: readonly Marker[] }) {
  const { step, isOpen, turn, open, close } = useDialogChain<'table'>();
  return (
    <EditorSection
      title={TITLE}
      count={markers.length > 0 && describeAuto(markers)}
      actions={
        <Button
          size="small"
          disabled={markers.length === 0}
          onClick={() => open('table')}
          aria-label={t('Edit Auto Settings')}
        >
          {t('Edit')}
        </Button>
      }
    >
      {step && (
        <AutoSettingsDialog
          key={turn}
          isOpen={isOpen}
          markers={markers}
          onSave={(changed) => changeDraft({ markers: changed })}
          onClose={close}
        />
      )}
    </EditorSection>
  );
}
