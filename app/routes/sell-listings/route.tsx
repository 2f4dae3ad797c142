import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { json } from '@remix-run/node';
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import type { ListingKind } from '~/domain/listings/limits';
import { refusalHeaders } from '~/doors/form-door.server';
import { askerOf } from '~/http/asker.server';
import { formSenderHeaders } from '~/http/form-sender.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { failedAnswer } from '~/ui/forms/failed-answer';
import { unlessPosted } from '~/ui/forms/unless-posted';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { SellFormView } from './form-view';
import { SellListView } from './list-view';
import { loadSellForm, ownListing } from './load-form.server';
import { loadSellList } from './load-list.server';
import type { SellFormAnswer } from './sell-form';
import { takeSellForm } from './take-form.server';
import { takeOwnerAction } from './take-owner-action.server';
import { sellWords } from './words';

const kindOf = (pathname: string): ListingKind => (pathname.startsWith('/sell-scooters') ? 'scooter' : 'bike');
const isForm = (search: URLSearchParams): boolean => search.get('view') === 'form';

export const handle: ScreenHandle = {
  kind: (search) => (isForm(search) ? 'interactive' : 'enhanced'),
  sheets: (search) =>
    isForm(search) ? ['stones', 'fields', 'sell', 'forms'] : ['stones', 'posters', 'panels', 'sell'],
  // The form carries a submission id, and being asked once more is for one asker.
  keep: (search) => (isForm(search) || search.has('confirm') ? null : ['q', 'page', 'listing']),
  // An open listing is the same as its own screen.
  canonical: (search) => {
    const id = search.get('listing');
    return id ? paths.vehicle(id) : null;
  },
  canonicalQuery: ['page'],
  unlisted: (search) => isForm(search) || search.has('q') || search.has('confirm'),
  theme: (pathname) => sellWords[kindOf(pathname)].theme,
};

export const headers = refusalHeaders;

export const meta: MetaFunction<typeof loader> = ({ data, location }) => {
  const words = sellWords[kindOf(location.pathname)];
  if (data?.view === 'form') return pageMeta(words.formTitle, words.formSubtitle);
  return pageMeta(data?.open ? data.open.name : words.title, words.subtitle);
};

export function loader({ request, context }: LoaderFunctionArgs) {
  const runtime = runtimeOf(context);
  const { pathname, searchParams } = new URL(request.url);
  const kind = kindOf(pathname);
  if (isForm(searchParams)) {
    const form = loadSellForm(request, runtime, kind);
    if (!form) throw new Response(null, { status: 404 });
    return json(form, { headers: formSenderHeaders(request, askerOf(request, runtime)) });
  }
  const list = loadSellList(request, runtime, kind);
  return json(list, { status: list.isGone ? 404 : 200 });
}

export function action({ request, context }: ActionFunctionArgs) {
  const runtime = runtimeOf(context);
  const { pathname, searchParams } = new URL(request.url);
  const kind = kindOf(pathname);
  const asker = askerOf(request, runtime);
  const { address = '', bodyAllowance = null } = context;
  const sender = { request, runtime, asker, address, bodyAllowance, kind };
  if (!isForm(searchParams)) return takeOwnerAction(sender);
  const id = searchParams.get('listing');
  const listing = id === null ? null : ownListing(runtime, asker, kind, id);
  if (id !== null && !listing) throw new Response(null, { status: 404 });
  return takeSellForm({ ...sender, listing });
}

/** Keeps the form as it stands when the line breaks: what was typed stays, and can be sent again. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs): Promise<SellFormAnswer> {
  try {
    return await serverAction<SellFormAnswer>();
  } catch (error) {
    const { submitFailure } = sellWords[kindOf(new URL(request.url).pathname)];
    return { ...failedAnswer(error, submitFailure), photos: null };
  }
}

export const shouldRevalidate = unlessPosted;

export default function SellListings() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData<SellFormAnswer>();
  return data.view === 'form' ? <SellFormView form={data} answer={answer} /> : <SellListView {...data} />;
}
