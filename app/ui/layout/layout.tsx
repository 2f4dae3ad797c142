import { useLocation } from '@remix-run/react';
import { createContext, Fragment, type HTMLAttributes, type ReactNode, useContext } from 'react';
import { site } from '~/domain/shared/site';
import { paths } from '~/paths';
import { type FlashMessageProps, FlashRegion } from '../page/flash-message';
import { Count } from '../primitives/chips';
import { HindiName, Icon } from '../primitives/icon';
import { CompareBar, CompareCount, type ComparedVehicle, CompareListProvider } from '../vehicles/compare-list';
import { FavouritesProvider } from '../vehicles/card-parts';
import { Footer, type FooterContact } from './footer';
import { type NavigationLink, sectionLinks, tabLinks, bottomBarLinks, vehicleLinks } from './navigation';

type PageLayoutProps = {
  /** The visitor's compare list. */
  compared: readonly ComparedVehicle[];
  /** Ids of the user's favourites; null for visitors. */
  favouriteIds: readonly string[] | null;
  /** Number of unread messages. */
  unread: number;
  /** A one-time message, shown on this screen only. */
  flash: FlashMessageProps | null;
  contact: FooterContact;
  children: ReactNode;
};

const UnreadMessages = createContext(0);

/** Number of unread messages of the user or the visitor's browser, for the menu and every screen. */
export const useUnreadMessages = (): number => useContext(UnreadMessages);

/** Id of the last element: once the browser has parsed it, it has the whole page. */
export const lastElementId = 'end';

/** The layout around every screen. */
export function PageLayout({ compared, favouriteIds, unread, flash, contact, children }: PageLayoutProps) {
  return (
    <UnreadMessages.Provider value={unread}>
      <CompareListProvider value={compared}>
        <div className="page">
          <a className="skip-link" href="#main">
            Skip to content
          </a>
          <TopBar isSignedIn={favouriteIds !== null} />
          <Tabs />
          <FlashRegion flash={flash} />
          <main id="main">
            <FavouritesProvider value={favouriteIds}>{children}</FavouritesProvider>
          </main>
          <CompareBar />
          <Footer contact={contact} />
        </div>
        <BottomBar />
        <i id={lastElementId} hidden />
      </CompareListProvider>
    </UnreadMessages.Provider>
  );
}

/** Five links within reach of the thumb; phones only. */
function BottomBar() {
  const { pathname } = useLocation();
  return (
    <nav className="bottom-bar" aria-label="Quick">
      {bottomBarLinks.map(({ text, href, icon, covers }) => (
        <Fragment key={href}>
          <a href={href} aria-current={href === pathname ? 'page' : covers.includes(pathname) || undefined}>
            <Icon name={icon} />
            {text}
            {href === paths.compare() && <CompareCount />}
          </a>{' '}
        </Fragment>
      ))}
    </nav>
  );
}

/**
 * The top bar. On phones its menu is one popover; on desktops the menu is part of the bar, and links that do not fit
 * are under *More*. Browsers without popovers show all of it.
 */
function TopBar({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <header className="top-bar">
      <div>
        <a className="brand" href={paths.home()}>
          {site.name}
          <HindiName />
        </a>{' '}
        <button type="button" popovertarget="menu">
          <Icon name="menu" />
          Menu <UnreadCount />
        </button>
        <nav id="menu" popover="auto" aria-label="Main">
          <MenuLinks className="menu-vehicles" links={vehicleLinks} />
          <button type="button" popovertarget="more">
            More
            <Icon name="down" />
          </button>
          <MenuLinks id="more" popover="auto" links={sectionLinks} />
          <ul className="menu-sections">
            <li>
              <MenuLink href={paths.compare()}>
                <Icon name="compare" />
                Compare <CompareCount />
              </MenuLink>
            </li>
            <li>
              <MenuLink href={paths.sell()}>
                <Icon name="sell" />
                Sell
              </MenuLink>
            </li>
          </ul>
          <ul className="menu-account">
            <li>
              <MenuLink href={paths.profile()}>
                <Icon name="user" />
                Profile
              </MenuLink>
            </li>
            <li>
              <MenuLink href={paths.messages()}>
                Messages <UnreadCount />
              </MenuLink>
            </li>
            <li>
              {isSignedIn ? (
                <form method="post" action={paths.logout()}>
                  <button type="submit">Logout</button>
                </form>
              ) : (
                <MenuLink href={paths.login()}>Sign in</MenuLink>
              )}
            </li>
          </ul>
        </nav>
      </div>
    </header>
  );
}

/** The path of the present screen; null for second-hand vehicles, whose path is that of the new ones. */
function useCurrentPath(): string | null {
  const { pathname, search } = useLocation();
  return new URLSearchParams(search).get('stock') === 'used' ? null : pathname;
}

function MenuLink({ href, children }: { href: string; children: ReactNode }) {
  const current = useCurrentPath();
  return (
    <a href={href} aria-current={href === current ? 'page' : undefined}>
      {children}
    </a>
  );
}

type MenuLinksProps = HTMLAttributes<HTMLUListElement> & { links: readonly NavigationLink[] };

function MenuLinks({ links, ...list }: MenuLinksProps) {
  return (
    <ul {...list}>
      {links.map(({ text, href }) => (
        <li key={href}>
          <MenuLink href={href}>{text}</MenuLink>
        </li>
      ))}
    </ul>
  );
}

/** `/home` shows the same as `/main`. */
const homePaths = [paths.home(), '/home'];
const tabbedPaths = [...homePaths, paths.newBikes(), paths.newScooters()];

/** Home, New Bikes, New Scooters and Reviews, on these screens only. */
function Tabs() {
  const { pathname, search } = useLocation();
  const path = useCurrentPath();
  if (!tabbedPaths.includes(pathname)) return null;
  const isReviews = new URLSearchParams(search).get('tab') === 'reviews';
  const isHome = homePaths.includes(pathname);
  const current = isHome ? (isReviews ? paths.reviews() : paths.home()) : path;
  return (
    <nav className="tabs" aria-label="Sections">
      <ul>
        {tabLinks.map(({ text, href }) => (
          <li key={href}>
            <a href={href} aria-current={href === current ? 'page' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Badge with the number of unread messages; renders nothing when there are none. */
function UnreadCount() {
  const unread = useUnreadMessages();
  return unread > 0 && <Count of={unread} what={unread === 1 ? 'unread message' : 'unread messages'} />;
}
