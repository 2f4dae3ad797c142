import {
  cancelService,
  changeService,
  ownedServiceRequest,
  requestService,
} from '~/domain/services/service.commands.server';
import { decodeServiceForm } from '~/domain/services/service.schema.server';
import { anyUser, type FormPost, formAction, formActions } from '~/http/form-action.server';
import { paths } from '~/paths';
import { requestFormValues } from './service.loader.server';

const changedId = ({ url }: Pick<FormPost, 'url'>): string | null => url.searchParams.get('request');

const signIn = {
  path: (post: FormPost) => paths.service({ request: changedId(post) ?? undefined }),
  isFormPublic: true,
};
const redisplay = ({ fields }: FormPost) => ({ version: fields.get('version') ?? '', currentValues: {} });

/** Forms that book a service, change the user's own request, and cancel it. */
export const serviceAction = formActions(
  (post) => (post.fields.get('intent') === 'cancel' ? 'cancel' : changedId(post) === null ? 'book' : 'change'),
  {
    book: formAction({
      access: anyUser,
      signIn,
      command: requestService,
      decode: ({ values }) => decodeServiceForm(values, 'absent'),
      onSuccess: () => ({ to: paths.service(), flash: 'service-requested' }),
      redisplay,
    }),
    change: formAction({
      access: anyUser,
      signIn,
      command: changeService,
      decode: (post) => ({
        ...decodeServiceForm(post.values, 'null'),
        id: changedId(post),
        version: Number(post.fields.get('version')),
      }),
      onSuccess: () => ({ to: paths.service(), flash: 'service-changed' }),
      redisplay,
      onConflict(post) {
        const owned = ownedServiceRequest(changedId(post) ?? '', { db: post.runtime.db, actor: post.actor });
        if (!owned.ok) return null;
        const { request } = owned.value;
        return { version: String(request.version), currentValues: requestFormValues(request) };
      },
    }),
    cancel: formAction({
      access: anyUser,
      signIn,
      command: cancelService,
      decode: ({ fields }) => ({ id: fields.get('id') ?? '' }),
      onSuccess: () => ({ to: paths.service(), flash: 'service-cancelled' }),
      redisplay: null,
    }),
  },
);
