import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { mayUse } from '~/domain/shared/permissions';
import { addStockPhotos, maxNamedPhotos } from '~/domain/stock/stock-photos.server';
import { deskPaths } from '~/paths';
import { selectFields, uploadHashName } from '~/submit/form-body.server';
import { readNamedPhotoForm } from '~/submit/form-photos.server';
import { createFormAction } from '~/submit/form.server';
import { allowTeam, requireDesk } from '../../access.server';

export function loader(route: LoaderFunctionArgs) {
  requireDesk(route, 'sell');
  return json({ most: maxNamedPhotos });
}

export const action = createFormAction(
  {
    access: allowTeam('sell'),
    values: selectFields([uploadHashName]),
    command: addStockPhotos,
    decode: ({ namedPhotos }) => ({ files: namedPhotos }),
    onSuccess: ({ id }) => ({ to: deskPaths.photoUpload(id) }),
    redisplay: () => ({}),
  },
  readNamedPhotoForm({
    mayAdd: ({ actor }) => mayUse(actor.user, 'sell'),
    most: maxNamedPhotos,
    surplus: 'photo_surplus',
  }),
);
