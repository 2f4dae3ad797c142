import { snapshotFile } from '~/api/resource-route.server';

export const loader = snapshotFile;
export const action = snapshotFile;
