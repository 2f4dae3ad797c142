import { respondToApi } from '~/api/endpoints.server';

/** Every endpoint of the API, for Remix: each is defined in a module of `app/api/resources`. */
export const loader = respondToApi;
export const action = respondToApi;
