import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { findBrands } from '~/domain/catalogue/brand.queries.server';
import { changeLogo } from '~/domain/catalogue/logo.commands.server';
import { findAuditEventsOfItem } from '~/domain/moderation/audit-log.queries.server';
import { requirePermission } from '~/domain/shared/permissions';
import { deskPaths } from '~/paths';
import { createFormAction } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import { readLogoForm } from '~/submit/form-photos.server';
import { showUnfinishedForm } from '~/submit/form-response.server';
import { allowTeam, getPathItem, requireDesk } from '../../access.server';
import { toShownAuditEvent } from '../../parts';

export function loader(route: LoaderFunctionArgs) {
  const { runtime } = requireDesk(route, 'shop');
  const { db } = runtime;
  const { id } = route.params;
  const brand = id === undefined ? null : findBrands(db).find((stored) => stored.id === id);
  if (brand === undefined) throw new Response(null, { status: 404 });
  return json({
    unfinished: showUnfinishedForm(route.request, runtime),
    brand: brand && {
      ...brand,
      actions: findAuditEventsOfItem(db, 'brand', brand.id).map(toShownAuditEvent),
    },
    lines: brand ? [] : findBrands(db),
  });
}

export const action = createFormAction(
  {
    access: allowTeam('shop'),
    values: selectFields(['intent']),
    command: changeLogo,
    decode: (post) => ({
      brandId: getPathItem(post),
      logo: post.values.intent === 'remove-logo' ? null : (post.logo ?? undefined),
    }),
    onSuccess: (_changed, post) => ({ to: deskPaths.brands(getPathItem(post)), flash: 'desk-done' }) as const,
    // Errors about the picture are shown beside its field.
    redisplay: (_post, error) => ({
      error: error?.kind === 'invalid' ? { ...error, errors: { logo: error, ...error.errors } } : error,
    }),
  },
  readLogoForm(({ actor }) => requirePermission(actor, 'shop').ok),
);
