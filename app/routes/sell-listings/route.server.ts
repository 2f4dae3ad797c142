import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { createGoneResponse, getGoneStatus, loadGoneOffer } from '~/http/gone-offer.server';
import { countView } from '~/http/runtime.server';
import { paths } from '~/paths';
import { loadSellForm, sellFormAction } from './form/sell-form.server';
import { ownerAction } from './list/owner-forms.server';
import { loadSellList } from './list/sell-list.server';
import { getListingKind, isSellForm } from './sell-screens';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { runtime } = context;
  const { pathname, searchParams } = new URL(request.url);
  const kind = getListingKind(pathname);
  const id = searchParams.get('listing') ?? '';
  if (isSellForm(searchParams)) {
    const form = loadSellForm(request, runtime, kind);
    if (!form) throw createGoneResponse(request, runtime, id, new Response(null, { status: 404 }));
    return json(form);
  }
  const list = await loadSellList(request, runtime, kind);
  if (list.open && !list.open.isYours) countView(list.open.id, request, context);
  if (list.total === 0 && list.filters.q !== null) context.missedSearch = list.filters.q;
  if (!list.isGone) return json(list);
  const gone = loadGoneOffer(request, runtime, id);
  // One of the other kind, or a vehicle of the catalogue.
  if (!gone) throw redirect(paths.vehicle(id));
  return json(list, { status: getGoneStatus(gone) });
}

export const action = (sent: ActionFunctionArgs) =>
  isSellForm(new URL(sent.request.url).searchParams) ? sellFormAction(sent) : ownerAction(sent);
