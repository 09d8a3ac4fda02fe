import { useEffect } from 'react';
import { takeMapClicks } from '#/map/marks/map-clicks.ts';
import { showNotice } from '#/ui/toast/toasts.ts';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { findDeviceUnder } from '#/features/devices/map/find-device-under.ts';
import { changeDraft, useEditor } from '../editor-store.ts';
import { toggleDevice } from './lasso.view.ts';
import { useToolEnd } from './use-tool-end.ts';

function toggle(uid: number): void {
  const { draft } = useEditor.getState();
  if (!draft) return;
  const caught = toggleDevice(draft, uid, deviceStore.list());
  changeDraft(caught.draft);
  showNotice(caught.message);
}

/** While mounted, a click on a device adds it to the path or removes it. */
export function PickAgms() {
  useToolEnd();
  useEffect(
    () =>
      takeMapClicks(({ target, point }) => {
        const uid = findDeviceUnder(target, point);
        if (uid !== null) toggle(uid);
        return true;
      }),
    [],
  );
  return null;
}
