import { unknownResource } from '~/api/resource-route.server';

export const loader = unknownResource;
export const action = unknownResource;
