import type { Context } from '../../platform/part.ts';
import * as credentials from '../credentials/credentials.api.ts';
import { createDevicesHandlers } from './devices.routes.ts';
import { createFleetHandlers } from './fleet.routes.ts';

export const createDevicesPart = ({ database, box }: Context) => ({
  handlers: {
    devices: createDevicesHandlers(database),
    fleet: createFleetHandlers(database, {
      issue: (change, device) => credentials.issue(change, box, device),
      issueAll: (change, devices) => credentials.issueFirst(change, box, devices),
    }),
  },
});
