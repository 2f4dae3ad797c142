import { vehicleJson } from '~/domain/catalogue/vehicle.serializer.server';
import { findVehicleRecord, vehicleNotFound } from '~/domain/catalogue/vehicle.queries.server';
import { deletedMessage } from '~/domain/listings/listing';
import { changeVehicle, deleteVehicle, vehicleToChange } from '~/domain/used-vehicles/used-vehicle.commands.server';
import { sendData, sendError, sendRemoved } from '~/api/respond.server';
import { pickFields } from '~/api/query-rules';
import { vehicleEndpoints } from '~/api/contract/vehicle.contract.server';
import {
  defineEndpoint,
  type EndpointContext,
  endpointRoute,
  type GivenBy,
  runEndpointCommand,
} from '~/api/define-endpoint.server';
import type { ApiResponse } from '~/http/responses.server';
import { readOfferBody, withPhotos } from './offer-body.server';

async function change(
  context: EndpointContext,
  { params: { id } }: GivenBy<typeof vehicleEndpoints.change>,
): Promise<ApiResponse> {
  const current = findVehicleRecord(context.runtime.db, id);
  const body = await readOfferBody(
    context,
    current && { photos: current.photos.map(({ hash }) => hash), shown: [vehicleJson(current, context.origin)] },
  );
  if (!body.ok) return sendError(body.error);
  const { fields, content, storePhotos } = body.value;
  const result = await runEndpointCommand(
    context,
    changeVehicle,
    { ...fields, id, photos: undefined },
    { id, content },
    withPhotos(storePhotos, () => vehicleToChange(context.runtime.db, id, context.actor)),
  );
  return result.ok ? sendData(vehicleJson(result.value, context.origin)) : sendError(result.error);
}

const endpoint = endpointRoute(
  defineEndpoint(vehicleEndpoints.show, ({ runtime, origin }, { params, query }) => {
    const vehicle = findVehicleRecord(runtime.db, params.id);
    if (!vehicle) return sendError(vehicleNotFound);
    return sendData(pickFields(vehicleJson(vehicle, origin), query.fields));
  }),
  defineEndpoint(vehicleEndpoints.change, change),
  defineEndpoint(vehicleEndpoints.remove, async (context, { params }) =>
    sendRemoved(await runEndpointCommand(context, deleteVehicle, params), deletedMessage),
  ),
);

export const loader = endpoint;
export const action = endpoint;
