import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { PASSWORD_LINK_JOB, passwordLinkPayload } from './passwords/password-link.job.ts';
import { mailPasswordLink } from './passwords/password-mail.service.ts';
import { tidySessions } from './session.store.ts';
import type { SigningKeys } from './tokens/signing-keys.ts';

const TIDY_JOB = 'session.tidy';

export function createSessionJobs(database: Database, keys: SigningKeys, publicUrl: string): Job[] {
  return [
    defineJob(PASSWORD_LINK_JOB, passwordLinkPayload, (request) => mailPasswordLink(database, publicUrl, request)),
    defineJob(TIDY_JOB, z.object({}), async () => {
      await keys.rotate();
      await database.change(systemOrigin('session tidying'), tidySessions);
    }),
  ];
}

export const SESSION_CRONTAB = [{ at: '17 3 * * *', job: TIDY_JOB }] as const;
