import { sendData } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { jsonDoor } from '~/doors/json-door.server';
import { modelsOfBrand } from '~/domain/catalogue/brand-queries.server';

const door = jsonDoor({
  GET: ({ runtime, params }) => sendData({ models: modelsOfBrand(runtime.db, params.brand ?? '') }),
});

export const handle = apiHandle(['GET'], []);
export const loader = door;
export const action = door;
