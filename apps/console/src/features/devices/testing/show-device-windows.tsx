import type { Role } from '@waymark/contract/roles';
import { render } from '#/testing/render.tsx';
import { DeviceWindows } from '#/app/shell/DeviceWindows.tsx';

// The lazy parts: a busy machine may take longer to compile them than a test waits for a window.
await Promise.all([import('#/features/passage-chart/PassageWindow.tsx'), import('#/features/stream/StreamWindow.tsx')]);

/** The windows of devices, with a user of this role. None is open yet. */
export function showDeviceWindows(role: Role = 'admin'): void {
  render(<DeviceWindows role={role} />, { role });
}
