import { useQuery } from '@tanstack/react-query';
import { ADMINS, type Role } from '@waymark/contract/roles';
import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { PropertyList, PropertyRow, Section } from '#/ui/sheet/Panel.tsx';
import { useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { Age } from '../Age.tsx';
import { MoveToSiteDialog } from './MoveToSiteDialog.tsx';
import { siteQuery } from './site.data.ts';
import { describeCounts } from './site.view.ts';
import { useSiteUpdates } from './use-site-updates.ts';

interface SiteSectionProps {
  readonly uid: number;
  readonly role: Role;
}

/** Shows since when the device is at its site, and its reports there. */
export function SiteSection({ uid, role }: SiteSectionProps) {
  const query = useQuery(siteQuery(uid));
  const { canWrite, blockedBecause } = useCanWrite();
  const dialogs = useDialogChain<'move'>();
  useSiteUpdates(uid);
  const move = ADMINS.includes(role) && (
    <Button size="tiny" disabled={!canWrite} title={blockedBecause} onClick={() => dialogs.open('move')}>
      Move to next site
    </Button>
  );
  return (
    <Section title="Site" action={move}>
      <LoadedData query={query} what="Site" widths={[200, 160]} isInline>
        {(site) => (
          <PropertyList>
            <PropertyRow label="Here since" aside={<Age of={site.since} />}>
              <span className="tabular">{site.since}</span>
            </PropertyRow>
            <PropertyRow label="Reported here">
              <span className="tabular">{describeCounts(site)}</span>
            </PropertyRow>
          </PropertyList>
        )}
      </LoadedData>
      {dialogs.step && (
        <MoveToSiteDialog key={dialogs.turn} isOpen={dialogs.isOpen} uid={uid} onClose={dialogs.close} />
      )}
    </Section>
  );
}
