import { sendData, sendProblem } from '~/doors/api-answer.server';
import { vehicleCalls } from '~/doors/contract/vehicle-calls.server';
import { answer, jsonDoor } from '~/doors/json-door.server';
import { vehicleJson } from '~/domain/catalogue/vehicle-json.server';
import { findVehicleRecord } from '~/domain/catalogue/vehicle-record-queries.server';

const door = jsonDoor(
  answer(vehicleCalls.show, ({ runtime, origin }, { params }) => {
    const vehicle = findVehicleRecord(runtime.db, params.id);
    if (!vehicle) return sendProblem({ kind: 'not-found', message: 'There is no such vehicle.' });
    return sendData(vehicleJson(vehicle, origin));
  }),
);

export const loader = door;
export const action = door;
