import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { makeBackup } from '~/domain/desk/backup.server';
import { formatTimeAgo } from '~/domain/moderation/moderation';
import { formatTimestamp, hourMs } from '~/domain/shared/dates';
import { mayUse, requirePermission } from '~/domain/shared/permissions';
import { deskPaths } from '~/paths';
import { createFormAction } from '~/submit/form.server';
import { requireDesk } from '../access.server';

/** Hours after which the newest backup is too old. */
const maxAgeHours = 48;

export function loader(route: LoaderFunctionArgs) {
  const { runtime, operator } = requireDesk(route, 'backups');
  const { newestBackup, clock, settings, backUp } = runtime;
  const now = clock();
  const { every, keep } = settings.backups;
  return json({
    newest: newestBackup && {
      when: formatTimestamp(newestBackup),
      age: formatTimeAgo(newestBackup.toISOString(), now),
      isOld: now.getTime() - newestBackup.getTime() >= maxAgeHours * hourMs,
    },
    everyHours: every === null ? null : Math.round((every / hourMs) * 10) / 10,
    keep,
    mayMake: backUp !== null && mayUse(operator, 'make-backup'),
  });
}

export const action = createFormAction({
  access: { check: ({ actor }) => requirePermission(actor, 'make-backup'), signIn: () => deskPaths.teamBackups() },
  run: ({ runtime }) => makeBackup(runtime.backUp),
  onSuccess: (state) => ({
    to: deskPaths.teamBackups(),
    done: { code: state === 'made' ? 'backup_made' : 'backup_running' },
  }),
  redisplay: () => ({}),
});
