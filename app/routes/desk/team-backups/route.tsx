import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { deskPaths } from '~/paths';
import type { RejectedForm } from '~/submit/form-response.server';
import { DeskPage } from '~/ui/desk/desk-frame';
import { Alarm, Well } from '~/ui/desk/rows';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { pageMeta } from '~/ui/page/page-meta';
import { Button } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { loader } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Backups', 'How old the newest copy of the database is.');

const lost = 'If the disk fails, everything since then is lost: messages, visits, listings and prices.';

/** The state of the copies of the database (docs/operations.md, "Backup"). */
export default function Backups() {
  const { newest, everyHours, keep, mayMake } = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>();
  const make = mayMake && (
    <form method="post" action={deskPaths.teamBackups()}>
      <Button kind={newest?.isOld === false ? undefined : 'primary'} busyText="Backing up...">
        Back up now
      </Button>
    </form>
  );
  return (
    <DeskPage title="Backups">
      {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
      {newest && !newest.isOld ? (
        <>
          <Well>
            The newest backup is of {newest.when}, {newest.age}.
          </Well>
          {make}
        </>
      ) : (
        <Alarm
          title={newest ? `No backup since ${newest.when}` : 'There is no backup of the database'}
          text={newest ? lost : 'If the disk fails, everything is lost.'}
        >
          {make}
        </Alarm>
      )}
      <p>
        {everyHours === null
          ? 'No backup is made by itself: the setting BACKUP_EVERY is off.'
          : `One is made every ${everyHours === 1 ? 'hour' : `${everyHours} hours`}, and the newest ${keep} are kept.`}
      </p>
      <p className="note">
        A copy is put back with the command npm run restore, which keeps the present database beside it.
      </p>
    </DeskPage>
  );
}
