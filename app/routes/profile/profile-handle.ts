import type { ScreenHandle } from '~/ui/screen-kind';

/** Of all screens of the profile, which show a user's own data. */
export const profileHandle: ScreenHandle = { kind: 'enhanced', className: 'account', unlisted: true };
