import { respondToApi } from '~/api/endpoints.server';

/** Routes all API endpoints through Remix; each is defined in a module of `app/api/resources`. */
export const loader = respondToApi;
export const action = respondToApi;
