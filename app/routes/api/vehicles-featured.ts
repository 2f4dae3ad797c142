import { sendData } from '~/doors/api-answer.server';
import { vehicleCalls } from '~/doors/contract/vehicle-calls.server';
import { answer, jsonDoor } from '~/doors/json-door.server';
import { vehicleJson } from '~/domain/catalogue/vehicle-json.server';
import { featuredRecords } from '~/domain/catalogue/vehicle-record-queries.server';

const door = jsonDoor(
  answer(vehicleCalls.featured, ({ runtime, origin }) => {
    const vehicles = featuredRecords(runtime.db).map((vehicle) => vehicleJson(vehicle, origin));
    const { length } = vehicles;
    return sendData({ vehicles, pagination: { page: 1, limit: length, total: length, pages: 1 } });
  }),
);

export const loader = door;
export const action = door;
