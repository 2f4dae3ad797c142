import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { rejectionHeaders } from '~/http/form-response.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { DeletionView, type VehicleFormActionData, VehicleFormView } from './form-view';
import { vehicleAction } from './own-vehicle.action.server';
import { loadVehicleForm } from './own-vehicle.loader.server';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  unlisted: true,
  stylesheets: ['stat', 'field', 'form-steps', 'photo-chooser'],
};
export const headers = rejectionHeaders;

const titleOf = (changing: { name: string } | null): string =>
  changing ? `Edit ${changing.name}` : 'Offer a Used Vehicle';

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(titleOf(data?.changing ?? null), 'A used vehicle of yours, as everybody sees it.');

export const loader = ({ request, context }: LoaderFunctionArgs) => json(loadVehicleForm(request, runtimeOf(context)));

export const action = vehicleAction;

/** A user's own used vehicle, offered among those of the catalogue (docs/product.md, "Used vehicles"). */
export default function OwnVehicle() {
  const form = useLoaderData<typeof loader>();
  const actionData = useActionData<VehicleFormActionData>();
  const { changing } = form;
  return (
    <>
      <PageHead
        title={titleOf(changing)}
        subtitle="It stands among Second Hand Bikes or Second Hand Scooters, after those of the showroom."
        back={{ text: 'My Listings', href: paths.profile({ show: 'listings' }) }}
      />
      {changing && form.isDeleting ? (
        <DeletionView {...changing} />
      ) : (
        <VehicleFormView form={form} actionData={actionData} />
      )}
    </>
  );
}
