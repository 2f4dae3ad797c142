import { json, redirect } from '@remix-run/node';
import { setFavourite } from '~/domain/saved/favourites.server';
import { allowUser, createFormAction, type FormPost } from '~/submit/form.server';
import { toLocalPath } from '~/http/responses.server';
import { paths } from '~/paths';

const isSaved = ({ fields }: FormPost): boolean => fields.has('save');
const getReturnPath = ({ fields }: FormPost): string =>
  toLocalPath(fields.get('returnTo'), paths.profileView('favourites'));

/**
 * Adds or removes a favourite: `save` or `drop` with an id. A form is redirected back to its page; the enhancement
 * script, which accepts JSON, gets the new state.
 */
export const action = createFormAction({
  access: allowUser(getReturnPath, { isFormPublic: true }),
  command: setFavourite,
  decode: (post) => ({ vehicle: post.fields.get('save') ?? post.fields.get('drop'), isOn: isSaved(post) }),
  onSuccess: (_favourite, post) =>
    post.isFromScript ? json({ isSaved: isSaved(post), message: null }) : { to: getReturnPath(post) },
  redisplay: null,
});

/** A GET, such as a reload, redirects to the favourites. */
export const loader = () => redirect(paths.profileView('favourites'));
