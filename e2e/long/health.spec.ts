import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../accessible.ts';
import { chooseFromUserMenu, expect, openAs, openUserMenu, test } from '../test.ts';

test.use({ drawsMap: false });

const health = (page: Page) => page.getByRole('dialog', { name: 'System Health' });
const fact = (page: Page, label: string) => health(page).locator('dl > div').filter({ hasText: label });

test('a superadmin sees the state of the installation and its problems; other roles have no such menu entry', async ({
  page,
  site,
  openConsole,
}) => {
  await site.query(
    `insert into nodes (id, name, version, started_at, seen_at, memory_bytes, loop_delay_ms, consoles, device_connections, waiting_packets, redis, broker)
      values (gen_random_uuid(), 'node-lost', '0.9.0', now() - interval '1 day', now() - interval '1 hour', 230000000, 3, 0, 0, 0, 'none', 'inside')`,
    [],
  );
  await openAs(page, 'superadmin');
  await chooseFromUserMenu(page, 'System Health');
  const lost = health(page).getByRole('region', { name: 'Node node-lost' });
  await expect(lost).toContainText('Silent');
  await expect(lost).toContainText('230 MB');
  await expect(health(page).getByRole('list', { name: 'Wants attention' })).toContainText(
    'node-lost has said nothing since',
  );
  await expect(
    health(page)
      .getByRole('region', { name: /^Node / })
      .filter({ hasText: 'Live' }),
  ).toHaveCount(1);
  await expect(fact(page, 'Schema')).toContainText(/\d{4}-[a-z]/);
  await expect(health(page).getByRole('list', { name: 'Storage by what it is for' })).toContainText('Waveforms');
  await expectAccessibleInBothThemes(page);
  await site.query(`delete from nodes where name = 'node-lost'`, []);
  await health(page).getByRole('button', { name: 'Close' }).click();
  await chooseFromUserMenu(page, 'System Health');
  await expect(health(page)).not.toContainText('node-lost');

  for (const who of ['admin', 'viewer'] as const) {
    const other = await openConsole(who);
    await openUserMenu(other);
    await expect(other.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
    await expect(other.getByRole('menuitem', { name: 'System Health' })).toHaveCount(0);
  }
});
