import { button } from '../downloads-screen.ts';
import { emailOf, expect, openAs, test } from '../test.ts';

test.use({ drawsMap: false });

test('[W-505] the console in Spanish loads its messages in two parts and shows the Downloads window in Spanish', async ({
  page,
  site,
}) => {
  await site.registerDevice({ uid: 397_001, lat: 36, lon: -96.7 });
  await page.addInitScript(() => localStorage.setItem('waymark.language', 'es'));
  await site.callAs(emailOf('admin'), 'POST', '/pigrun/user/language', { language: 'es' });
  const catalogues: string[] = [];
  page.on('request', (request) => catalogues.push(/\/((?:sign-in|console)-[^/]+\.js)$/.exec(request.url())?.[1] ?? ''));
  const loaded = () => catalogues.filter((file) => file !== '').map((file) => file.replace(/-.{7}\.js$/, ''));
  await page.goto('/login');
  await expect.poll(loaded).toContain('sign-in');
  await openAs(page, 'admin');
  await expect.poll(loaded).toContain('console');
  const devices = page.getByRole('region', { name: 'Dispositivos' });
  const row = devices.locator('tbody').getByRole('row').filter({ hasText: '397001' });
  await row.click();
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await button(devices, 'Información del dispositivo').click();
  await button(page, 'Descargas').click();
  const window = page.getByRole('dialog', { name: /^Descargas/ });
  await expect(window).toContainText('No se ha descargado nada');
  await expect(window.getByRole('status')).toHaveText('0 descargas');
  await button(window, 'Cerrar').click();
  await site.callAs(emailOf('admin'), 'POST', '/pigrun/user/language', { language: null });
  await site.removeDevices();
});
