import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { deskPaths } from '~/paths';
import { DeskPage } from '~/ui/desk/desk-frame';
import { ErrorSummary } from '~/ui/forms/form-messages';
import type { RejectedForm } from '~/submit/form-response.server';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { PhotoUpload } from './photo-upload';
import type { loader } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Photos for many', 'Adds photos to the vehicles that their names say.');

/** (docs/product.md, "Stock") */
export default function StockPhotos() {
  const { vehicle } = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>();
  return (
    <DeskPage
      title={vehicle ? `Photos of ${vehicle.name}` : 'Photos for many'}
      back={
        vehicle
          ? { text: vehicle.name, href: deskPaths.stockItem(vehicle.id) }
          : { text: 'Stock', href: deskPaths.stock() }
      }
    >
      {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
      <PhotoUpload {...(vehicle && { vehicle: vehicle.id })} rejected={rejected} />
    </DeskPage>
  );
}
