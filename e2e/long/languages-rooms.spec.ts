import { listEnglish } from '../english-words.ts';
import { emailOf, expect, openAs, test, type Who } from '../test.ts';

test.use({ drawsMap: false });

const WINDOWS: readonly (readonly [who: Who, names: readonly string[]])[] = [
  [
    'superadmin',
    [
      'Mensajes',
      'Agregar dispositivo',
      'Quitar dispositivo',
      'Registro de auditoría',
      'Registro de errores',
      'Mensajes rechazados',
      'Estado del sistema',
      'Cambiar contraseña',
      'Inicio de sesión en dos pasos',
      'Sesiones',
    ],
  ],
  ['admin', ['Administrador de usuarios', 'Membrete de los reportes', 'Claves de API']],
];

for (const [who, names] of WINDOWS)
  test(`the login screen and the windows of the ${who}'s user menu show no English in Spanish`, async ({
    page,
    site,
  }) => {
    await site.callAs(emailOf(who), 'POST', '/pigrun/user/language', { language: 'es' });
    await page.addInitScript(() => localStorage.setItem('waymark.language', 'es'));
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Enviar' })).toBeVisible();
    expect(await listEnglish(page.getByRole('main'))).toEqual([]);
    await openAs(page, who);
    for (const name of names) {
      await page.getByRole('button', { name: /^Menú de usuario/ }).click();
      const menu = page.getByRole('menu');
      await expect(menu).toBeVisible();
      expect(await listEnglish(menu)).toEqual([]);
      await menu.getByRole('menuitem', { name, exact: true }).click();
      const window = page.getByRole('dialog', { name });
      await expect(window).toBeVisible();
      await expect(window.getByLabel(/^Cargando/)).toHaveCount(0);
      // Rows of logs have texts of the server and names of other tests.
      expect(await listEnglish(window, 'tbody')).toEqual([]);
      await window.getByRole('button', { name: 'Cerrar', exact: true }).first().click();
      await expect(window).toBeHidden();
    }
    await site.callAs(emailOf(who), 'POST', '/pigrun/user/language', { language: null });
  });
