import type { ScreenHandle } from '~/ui/screen-kind';

/** Of all screens of the profile, which show a user's own data. */
export const profileHandle: ScreenHandle = {
  kind: 'enhanced',
  unlisted: true,
  stylesheets: [
    'stat',
    'poster',
    'link-list',
    'field',
    'vehicle-grid',
    'profile',
    'inbox',
    'number-plate',
    'service',
    'offer-rows',
  ],
};
