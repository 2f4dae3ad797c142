import { sendData, sendProblem } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { type Call, jsonDoor } from '~/doors/json-door.server';
import { vehicleJson } from '~/domain/catalogue/vehicle-json.server';
import { findVehicleRecord } from '~/domain/catalogue/vehicle-record-queries.server';

function show({ params, runtime, origin }: Call): Response {
  const vehicle = findVehicleRecord(runtime.db, params.id ?? '');
  if (!vehicle) return sendProblem({ kind: 'not-found', message: 'There is no such vehicle.' });
  return sendData(vehicleJson(vehicle, origin));
}

const door = jsonDoor({ GET: show });

export const handle = apiHandle(['GET'], []);
export const loader = door;
export const action = door;
