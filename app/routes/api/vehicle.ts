import { vehicleJson } from '~/domain/catalogue/vehicle-json.server';
import { findVehicleRecord, vehicleNotFound } from '~/domain/catalogue/vehicle-record-queries.server';
import { deletedSentence } from '~/domain/listings/listing-sentences';
import { changeVehicle } from '~/domain/used-vehicles/change-vehicle.server';
import { deleteVehicle } from '~/domain/used-vehicles/delete-vehicle.server';
import { vehicleToChange } from '~/domain/used-vehicles/held-vehicle.server';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { pickFields } from '~/doors/chosen-fields';
import { vehicleCalls } from '~/doors/contract/vehicle-calls.server';
import { answer, type Call, type GivenBy, jsonDoor, runCall } from '~/doors/json-door.server';
import { sendRemoved } from '~/doors/removed-answer.server';
import type { ApiAnswer } from '~/http/json-answer';
import { readOfferBody, withPhotos } from './offer-body.server';

async function change(call: Call, { params: { id } }: GivenBy<typeof vehicleCalls.change>): Promise<ApiAnswer> {
  const current = findVehicleRecord(call.runtime.db, id);
  const body = await readOfferBody(
    call,
    current && { photos: current.photos.map(({ hash }) => hash), shown: [vehicleJson(current, call.origin)] },
  );
  if (!body.done) return sendProblem(body.problem);
  const { fields, content, storePhotos } = body.value;
  const outcome = await runCall(
    call,
    changeVehicle,
    { ...fields, id, photos: undefined },
    { id, content },
    withPhotos(storePhotos, () => vehicleToChange(call.runtime.db, id, call.asker)),
  );
  return outcome.done ? sendData(vehicleJson(outcome.value, call.origin)) : sendProblem(outcome.problem);
}

const door = jsonDoor(
  answer(vehicleCalls.show, ({ runtime, origin }, { params, query }) => {
    const vehicle = findVehicleRecord(runtime.db, params.id);
    if (!vehicle) return sendProblem(vehicleNotFound);
    return sendData(pickFields(vehicleJson(vehicle, origin), query.fields));
  }),
  answer(vehicleCalls.change, change),
  answer(vehicleCalls.remove, async (call, { params }) =>
    sendRemoved(await runCall(call, deleteVehicle, params), deletedSentence),
  ),
);

export const loader = door;
export const action = door;
