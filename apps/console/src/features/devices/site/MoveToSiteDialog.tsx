import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useCanWrite } from '#/live/use-can-write.ts';
import { askMiddle } from '#/map/map-commands.ts';
import { Button } from '#/ui/button/Button.tsx';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { validateForm } from '#/ui/dialog/validate-form.ts';
import { knownPositionRules, readPosition, type PositionForm } from './position-form.view.ts';
import { PositionFields } from './PositionFields.tsx';
import styles from './MoveToSiteDialog.module.css';
import { moveToSite } from './site.data.ts';
import { roundPlace } from './site.view.ts';

interface MoveToSiteDialogProps {
  readonly isOpen: boolean;
  readonly uid: number;
  readonly onClose: () => void;
}

const EMPTY: PositionForm = { lat: '', lon: '' };

/** Sets a new position and resets the counts in one request. */
export function MoveToSiteDialog({ isOpen, uid, onClose }: MoveToSiteDialogProps) {
  const { blockedBecause } = useCanWrite();
  const queryClient = useQueryClient();
  const form = useForm<PositionForm>({ initialValues: EMPTY, validate: knownPositionRules });
  const takeMiddle = () =>
    askMiddle(({ lat, lon }) => {
      form.setValues({ lat: roundPlace(lat), lon: roundPlace(lon) });
      form.clearErrors();
    });
  const move = async () => {
    const place = readPosition(form.getValues());
    if (place) await moveToSite(queryClient, uid, place);
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title="Move to next site"
      subtitle={String(uid)}
      submitLabel="Move to next site"
      blockedBecause={blockedBecause}
      onValidate={() => validateForm(form)}
      onSubmit={move}
      onClose={onClose}
      width={440}
    >
      <p>The map shows it there until its next fix, and its counts begin anew. Nothing it has reported is deleted.</p>
      <PositionFields form={form} isFirst />
      <div className={styles.middle}>
        <Button size="small" onClick={takeMiddle}>
          Use the map centre
        </Button>
      </div>
    </FormDialog>
  );
}
