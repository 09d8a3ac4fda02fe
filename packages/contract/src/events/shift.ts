import { z } from 'zod';
import { id } from '../devices/fields.ts';
import { defineEvent } from '../event.ts';
import { asCompanyId } from '../ids.ts';

export const shiftEvents = {
  ReceiveShift: defineEvent({
    name: 'ReceiveShift',
    summary: 'A note was added to the shift log of a company, or a handover was signed or accepted.',
    audience: 'company',
    delivery: 'every',
    data: z.object({ groupId: asCompanyId(id) }),
    example: { groupId: 3 },
  }),
};
