import type { Role } from '@waymark/contract/roles';
import { render } from '#/testing/render.tsx';
import { DeviceWindows } from '#/app/shell/DeviceWindows.tsx';

// Preloads the lazy parts: compiling them may take longer than a test waits for a window.
await Promise.all([import('#/features/passage-chart/PassageWindow.tsx'), import('#/features/stream/StreamWindow.tsx')]);

/** The windows of devices, for a user with this role. None is open at first. */
export function showDeviceWindows(role: Role = 'admin'): void {
  render(<DeviceWindows role={role} />, { role });
}
