import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { deskPaths } from '~/paths';
import type { RejectedForm } from '~/submit/form-response.server';
import { DeskPage } from '~/ui/desk/desk-frame';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { DecisionForm, ReportedEntry } from '../../../reported';
import type { loader } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'What a rider published', 'A listing, a vehicle or a review, with its reports.');

const reasonHelps = {
  listing: 'Needed to hide or delete; the seller reads it, and it is logged.',
  vehicle: 'Needed to hide or delete; the seller reads it, and it is logged.',
  review: 'Needed to hide or delete, and logged.',
} as const;

/** A listing, used vehicle or review, with what operators decide about it (docs/product.md, "Stock"). */
export default function Publication() {
  const { publication, mayErase, needsPassword, unfinished } = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>() ?? unfinished ?? undefined;
  const { id, title, text, subject, photos, version, isHidden, isChecked, reported } = publication;
  const of = subject === 'vehicle' || subject === 'review' ? subject : 'listing';
  return (
    <DeskPage title={title} back={{ text: 'Riders’', href: deskPaths.riders({ of: of === 'listing' ? null : of }) }}>
      <ReportedEntry
        {...publication}
        rejected={rejected}
        before={
          <>
            {text && <p className="preserve-lines">{text}</p>}
            {photos.length > 0 && (
              <ul className="desk-photos">
                {photos.map(({ small, whole }, position) => (
                  <li key={small}>
                    <a href={whole}>
                      <img src={small} alt={`${title}, ${position + 1} of ${photos.length}`} width="320" height="240" />
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </>
        }
      >
        <DecisionForm
          action={deskPaths.publication(of, id)}
          rejected={rejected}
          reported={reported}
          reasonHelp={reasonHelps[of]}
          confirms={mayErase && needsPassword ? 'delete it' : null}
          buttons={[
            ...(isChecked ? [] : [{ intent: 'check', text: reported > 0 ? 'Dismiss reports' : 'It is fine' }]),
            isHidden ? { intent: 'restore', text: 'Restore' } : { intent: 'hide', text: 'Hide' },
            ...(mayErase ? [{ intent: 'delete', text: 'Delete', isDanger: true }] : []),
          ]}
        >
          <input type="hidden" name="version" value={version} />
        </DecisionForm>
      </ReportedEntry>
    </DeskPage>
  );
}
