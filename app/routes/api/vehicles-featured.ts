import { vehicleJson } from '~/domain/catalogue/vehicle-json.server';
import { featuredRecords } from '~/domain/catalogue/vehicle-record-queries.server';
import { sendData } from '~/doors/api-answer.server';
import { pickFields } from '~/doors/chosen-fields';
import { vehicleCalls } from '~/doors/contract/vehicle-calls.server';
import { answer, jsonDoor } from '~/doors/json-door.server';

const door = jsonDoor(
  answer(vehicleCalls.featured, ({ runtime, origin }, { query: { fields } }) => {
    const vehicles = featuredRecords(runtime.db).map((vehicle) => pickFields(vehicleJson(vehicle, origin), fields));
    const { length } = vehicles;
    return sendData({ vehicles, pagination: { page: 1, limit: length, total: length, pages: 1 } });
  }),
);

export const loader = door;
export const action = door;
