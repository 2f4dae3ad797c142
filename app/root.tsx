import { setImmediate } from 'node:timers/promises';
import enhancementScript from 'virtual:enhancement-script';
import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Links, Meta, Outlet, useLoaderData, useLocation, useMatches, useRouteLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { getOfferName } from '~/domain/catalogue/vehicle';
import { findOffer } from '~/domain/catalogue/vehicle.queries.server';
import { findComparedNames } from '~/domain/compare/comparison.queries.server';
import { readContactDetails } from '~/domain/content/contact-details.server';
import { shownDrafts } from '~/domain/content/setting.server';
import { readLook } from '~/domain/content/look.server';
import { findClosedSections } from '~/domain/content/sections.server';
import { readShop } from '~/domain/content/shop.server';
import { countUnreadMessages } from '~/domain/conversations/inbox.queries.server';
import { findFavouriteIds } from '~/domain/saved/favourites.server';
import { countWaiting, readDeskState } from '~/domain/desk/desk-state.server';
import { findSetup, isSetupOf } from '~/domain/setup/setup-state.server';
import { requireTeamMember } from '~/domain/shared/permissions';
import { formatReason } from '~/domain/shared/result';
import { readCompareIds } from '~/http/cookies/compare-list.server';
import { site as shippedSite } from '~/domain/shared/site';
import { clearSessionCookie } from '~/http/cookies/account.server';
import { getActor } from '~/http/actor.server';
import { cookieNames, readCookie } from '~/http/cookies.server';
import { takeFlash } from './flash-messages.server';
import { rejectionHeaders } from '~/http/responses.server';
import { getPublicOrigin } from '~/http/runtime.server';
import { findShopSection, isDeskPath, isSetupPath, paths } from '~/paths';
import { DeskFrame } from '~/ui/desk/desk-frame';
import { SiteProvider, useDocument } from '~/ui/document';
import { lastElementId, PageLayout } from '~/ui/layout/layout';
import { LinkPreview } from '~/ui/page/link-preview';
import { pageMeta } from '~/ui/page/page-meta';
import { ErrorPage, RouteError } from '~/ui/page/error-page';
import { isScreenHandle, type ScreenHandle, type ScreenKind, type ScreenTheme, themeColours } from '~/ui/screen-kind';

const conversationPath = paths.conversation({ id: '' });

/** Loads the data of header, footer and flash message. Deletes the cookies of a flash message and an invalid session. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { runtime } = context;
  const actor = getActor(request, runtime);
  const { flash, clearing } = takeFlash(request, (id) => {
    const offer = findOffer(runtime.db, id, actor);
    return offer && getOfferName(offer);
  });
  const { pathname } = new URL(request.url);
  if (pathname === conversationPath) {
    // A conversation's loader marks it as read in this turn of the event loop, and writes are committed in the next;
    // only after both is the number of unread messages right.
    await setImmediate();
    await setImmediate();
  }
  const operator = requireTeamMember(actor);
  const { name, nameInHindi, tagline } = readShop(runtime.db);
  const { colour, logo } = readLook(runtime.db);
  const closed = findClosedSections(runtime.db);
  const section = findShopSection(pathname);
  const rejection = section !== undefined && closed.includes(section) ? formatReason({ code: 'section_closed' }) : null;
  const pageLayout = {
    isSettingUp: isSetupPath(pathname) && findSetup(runtime.db).kind !== 'closed',
    desk:
      operator.ok && isDeskPath(pathname)
        ? { ...readDeskState(runtime, operator.value), isSettingUp: isSetupOf(runtime.db, operator.value.id) }
        : null,
    /** Null for all but operators. */
    waiting: operator.ok ? countWaiting(runtime.db) : null,
    compared: findComparedNames(runtime.db, readCompareIds(request)),
    /** Null if signed out. */
    favouriteIds: actor.user && findFavouriteIds(runtime.db, actor.user.id),
    unread: countUnreadMessages(runtime.db, actor),
    flash,
    origin: getPublicOrigin(request, runtime),
    site: { name, nameInHindi, tagline, closed, logo },
    /** In place of the screen of a section that is off. */
    rejection,
    colour,
    isDraft: shownDrafts.getStore() !== undefined,
    contact: readContactDetails(runtime.db),
  };
  const headers = new Headers();
  if (clearing) headers.append('Set-Cookie', clearing);
  // An expired, revoked or malformed token signs out (docs/product.md, "Header and footer").
  if (!actor.user && readCookie(request, cookieNames.session)) {
    headers.append('Set-Cookie', clearSessionCookie(request));
  }
  return json(pageLayout, { headers, status: rejection === null ? 200 : 404 });
}

export const headers = rejectionHeaders;
export const meta: MetaFunction = ({ matches }) => pageMeta(matches, 'Bikes and scooters');

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
  const { origin, favouriteIds, site, colour = themeColours.green } = useRouteLoaderData<typeof loader>('root') ?? {};
  const theme = typeof handle?.theme === 'function' ? handle.theme(pathname) : handle?.theme;
  return (
    <SiteProvider value={site ?? { ...shippedSite, closed: [], logo: null }}>
      <html
        lang="en-IN"
        className={theme && themeClassNames[theme]}
        style={theme === undefined && colour !== themeColours.green ? { '--theme': colour } : undefined}
      >
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <Meta />
          <meta name="theme-color" content={theme === undefined ? colour : themeColours[theme]} />
          {origin && handle && (
            <LinkPreview
              handle={handle}
              origin={origin}
              pageUrl={{ pathname, search: new URLSearchParams(search) }}
              isSignedIn={Array.isArray(favouriteIds)}
            />
          )}
          <link rel="icon" href="/favicon.svg" />
          {/*
           * Delays the first paint until the whole page, or of a long one what fits into one flight of packets, has
           * arrived: this prevents layout shifts.
           */}
          <link rel="expect" href={`#${handle?.paintedUpTo ?? lastElementId}`} blocking="render" />
          <Links />
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheets, allowed by their hash */}
          <style dangerouslySetInnerHTML={{ __html: style }} />
          {kind === 'enhanced' && <script type="module" src={enhancementScript} />}
        </head>
        <body>{children}</body>
      </html>
    </SiteProvider>
  );
}

export default function Root() {
  const { isSettingUp, desk, waiting, compared, favouriteIds, unread, flash, isDraft, contact, rejection } =
    useLoaderData<typeof loader>();
  const handle = useScreenHandle();
  const { search } = useLocation();
  if (isSettingUp || handle?.fillsWindow?.(new URLSearchParams(search))) {
    return (
      <>
        <main id="main">
          <Outlet />
        </main>
        <i id={lastElementId} hidden />
      </>
    );
  }
  if (desk) {
    return (
      <DeskFrame state={desk} done={flash}>
        <Outlet />
      </DeskFrame>
    );
  }
  return (
    <PageLayout
      className={handle?.className}
      compared={compared}
      favouriteIds={favouriteIds}
      unread={unread}
      waiting={waiting}
      flash={flash}
      contact={contact}
      isDraft={isDraft}
    >
      {rejection === null ? <Outlet /> : <ErrorPage status={404} rejection={rejection} />}
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
