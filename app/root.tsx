import enhancementScript from 'virtual:enhancement-script';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { Links, Meta, Outlet, useLoaderData, useLocation, useMatches, useRouteLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { rejectionHeaders } from '~/http/form-response.server';
import { loadLayout } from '~/http/layout.server';
import { useDocument } from '~/ui/document';
import { lastOfPage, PageLayout } from '~/ui/layout/layout';
import { LinkPreview, pageMeta } from '~/ui/page/page-meta';
import { RouteError } from '~/ui/page/error-page';
import { isScreenHandle, type ScreenHandle, type ScreenKind, type ScreenTheme, themeColours } from '~/ui/screen-kind';

export const loader = ({ request, context }: LoaderFunctionArgs) => loadLayout({ request, context });

export const headers = rejectionHeaders;
export const meta = () => pageMeta('Bikes and scooters');

const themeClassNames: Readonly<Record<ScreenTheme, string>> = { blue: 'theme-blue', violet: 'theme-violet' };

function useScreenHandle(): ScreenHandle | undefined {
  const handle = useMatches().at(-1)?.handle;
  return isScreenHandle(handle) ? handle : undefined;
}

function useScreenKind(handle: ScreenHandle | undefined): ScreenKind {
  const { search } = useLocation();
  const { savesData } = useDocument();
  if (savesData || !handle) return 'plain';
  return typeof handle.kind === 'function' ? handle.kind(new URLSearchParams(search)) : handle.kind;
}

export function Layout({ children }: { children: ReactNode }) {
  const handle = useScreenHandle();
  const kind = useScreenKind(handle);
  const { pathname, search } = useLocation();
  const { style } = useDocument();
  const { origin, favouriteIds } = useRouteLoaderData<typeof loader>('root') ?? {};
  const theme = typeof handle?.theme === 'function' ? handle.theme(pathname) : handle?.theme;
  return (
    <html lang="en-IN" className={theme && themeClassNames[theme]}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <meta name="theme-color" content={themeColours[theme ?? 'green']} />
        {origin && handle && (
          <LinkPreview
            handle={handle}
            origin={origin}
            address={{ pathname, search: new URLSearchParams(search) }}
            isSignedIn={Array.isArray(favouriteIds)}
          />
        )}
        <link rel="icon" href="/favicon.svg" />
        {/*
         * Delays the first paint until the whole page, which fits into one flight of packets, has arrived: this
         * prevents layout shifts.
         */}
        <link rel="expect" href={`#${lastOfPage}`} blocking="render" />
        <Links />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet, the same text in every response */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
        {kind === 'enhanced' && <script type="module" async src={enhancementScript} />}
      </head>
      <body>{children}</body>
    </html>
  );
}

export default function Root() {
  const { compared, favouriteIds, unread, flash, contact } = useLoaderData<typeof loader>();
  return (
    <PageLayout compared={compared} favouriteIds={favouriteIds} unread={unread} flash={flash} contact={contact}>
      <Outlet />
    </PageLayout>
  );
}

/** Error of the layout's own loader, without header and footer. */
export function ErrorBoundary() {
  return (
    <main id="main">
      <RouteError />
    </main>
  );
}
