import type { LoaderFunctionArgs } from '@remix-run/node';
import { readShop } from '~/domain/content/shop.server';
import { findNewestLeads, isLeadFeed } from '~/domain/desk/notices.server';
import { leadNames } from '~/domain/mail/mail-content.server';
import { escapeXml } from '~/domain/shared/text';
import { getPublicOrigin } from '~/http/runtime.server';
import { deskPaths } from '~/paths';

const entries = 50;

/** Titles and links only: feed readers store what they read, and often elsewhere. */
export function loader({ request, context: { runtime } }: LoaderFunctionArgs): Response {
  const { db } = runtime;
  const key = new URL(request.url).searchParams.get('key') ?? '';
  if (!isLeadFeed(db, key)) throw new Response(null, { status: 404 });
  const origin = getPublicOrigin(request, runtime);
  const title = `New customers of ${readShop(db).name}`;
  const leads = findNewestLeads(db, entries);
  const items = leads.map(
    ({ id, kind, createdAt }) => `<entry>
<id>urn:uuid:${escapeXml(id)}</id>
<title>New ${leadNames[kind]}</title>
<updated>${createdAt}</updated>
<link href="${escapeXml(origin + deskPaths.customer(id))}"/>
</entry>`,
  );
  const body = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escapeXml(origin + deskPaths.customers())}</id>
<title>${escapeXml(title)}</title>
<updated>${leads[0]?.createdAt ?? '2000-01-01T00:00:00.000Z'}</updated>
<author><name>${escapeXml(readShop(db).name)}</name></author>
<link href="${escapeXml(origin + deskPaths.customers())}"/>
${items.join('\n')}
</feed>
`;
  return new Response(body, {
    headers: {
      'Content-Type': 'application/atom+xml; charset=utf-8',
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
    },
  });
}
