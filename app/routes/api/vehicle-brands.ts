import { sendData } from '~/doors/api-answer.server';
import { vehicleCalls } from '~/doors/contract/vehicle-calls.server';
import { answer, jsonDoor } from '~/doors/json-door.server';
import { brandsOfVehicles } from '~/domain/catalogue/brand-queries.server';

const door = jsonDoor(answer(vehicleCalls.brands, ({ runtime }) => sendData({ brands: brandsOfVehicles(runtime.db) })));

export const loader = door;
export const action = door;
