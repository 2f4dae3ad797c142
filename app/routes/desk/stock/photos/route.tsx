import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { photoTypes } from '~/domain/photos/photo';
import { deskPaths } from '~/paths';
import { DeskPage } from '~/ui/desk/desk-frame';
import { FieldNotes, getControlProps, KeyField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import type { RejectedForm } from '~/submit/form-response.server';
import { pageMeta } from '~/ui/page/page-meta';
import { Button } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { loader } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Photos for many', 'Adds photos to the vehicles that their names say.');

/** (docs/product.md, "Stock") */
export default function StockPhotos() {
  const { most } = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>();
  const field = {
    name: 'files',
    label: `Up to ${most} photos, 8 MB each`,
    help: 'More go in a second round. A photo goes after those that its vehicle has.',
    error: rejected?.errors.files,
  };
  return (
    <DeskPage title="Photos for many" back={{ text: 'Stock', href: deskPaths.stock() }}>
      {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
      <form method="post" encType="multipart/form-data" className="photo-upload">
        <KeyField values={rejected?.values} />
        <p className="note">
          The name of a file begins with the plate or the stock number of its vehicle: <b>MH12AB1234-1.jpg</b> or{' '}
          <b>STK-17_front.jpg</b>.
        </p>
        <div className="field">
          <label htmlFor={field.name}>{field.label}</label>
          <input type="file" accept={photoTypes.join(',')} multiple required {...getControlProps(field)} />
          <FieldNotes {...field} />
        </div>
        <Button kind="primary" busyText="Sending…">
          Add them
        </Button>
      </form>
    </DeskPage>
  );
}
