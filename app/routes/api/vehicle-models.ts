import { sendData } from '~/doors/api-answer.server';
import { vehicleCalls } from '~/doors/contract/vehicle-calls.server';
import { answer, jsonDoor } from '~/doors/json-door.server';
import { modelsOfBrand } from '~/domain/catalogue/brand-queries.server';

const door = jsonDoor(
  answer(vehicleCalls.models, ({ runtime }, { params }) =>
    sendData({ models: modelsOfBrand(runtime.db, params.brand) }),
  ),
);

export const loader = door;
export const action = door;
