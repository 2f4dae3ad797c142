import { useLocation } from '@remix-run/react';
import { createContext, Fragment, type HTMLAttributes, type ReactNode, useContext } from 'react';
import { deskPaths, paths } from '~/paths';
import { useOpenLinks, useSite } from '../document';
import { type FlashMessageProps, FlashRegion } from '../page/flash-message';
import { Count } from '../primitives/chips';
import { HindiName, Icon } from '../primitives/icon';
import { CompareBar, CompareCount, type ComparedVehicle, CompareListProvider } from '../vehicles/compare-list';
import { FavouritesProvider, SampleRatingsNote, SampleRatingsProvider } from '../vehicles/card-parts';
import type { IconName } from '../primitives/icon-shapes';
import { createPhoneHref, createWhatsappHref } from '~/domain/shared/phone';

export type NavigationLink = { text: string; href: string };

const vehicleLinks: readonly NavigationLink[] = [
  { text: 'New Bikes', href: paths.newBikes() },
  { text: 'New Scooters', href: paths.newScooters() },
  { text: 'Second-hand', href: paths.browse({ kind: ['used', 'listing'] }) },
];

/** All other sections, with the labels of docs/product.md, "Header and footer". */
const sectionLinks: readonly NavigationLink[] = [
  { text: 'Sell Bikes', href: paths.sellList('bike') },
  { text: 'Sell Scooters', href: paths.sellList('scooter') },
  { text: 'Insurance', href: paths.insurance() },
  { text: 'EMI Calculator', href: paths.emiCalculator() },
  { text: 'Accessories', href: paths.accessories() },
  { text: 'Service', href: paths.service() },
  { text: 'Showroom', href: paths.showroom() },
  { text: 'Explore', href: paths.explore() },
  { text: 'Support', href: paths.support() },
  { text: 'Feedback', href: paths.feedback() },
  { text: 'Contact', href: paths.contact() },
  { text: 'Dashboard', href: paths.dashboard() },
  { text: 'Details', href: paths.companyDetails() },
  { text: 'Reviews', href: paths.reviews() },
  { text: 'Saved searches', href: paths.searches() },
];

const tabLinks: readonly NavigationLink[] = [
  { text: 'Home', href: paths.home() },
  { text: 'New Bikes', href: paths.newBikes() },
  { text: 'New Scooters', href: paths.newScooters() },
  { text: 'Reviews', href: paths.reviews() },
];

/** The five links of the bottom bar; `covers` are the screens that belong to each. */
const bottomBarLinks: readonly (NavigationLink & { icon: IconName; covers: readonly string[] })[] = [
  { text: 'Home', href: paths.home(), icon: 'home', covers: ['/home'] },
  {
    text: 'Browse',
    href: paths.browse(),
    icon: 'browse',
    covers: [paths.newBikes(), paths.newScooters(), paths.explore(), paths.showroom(), paths.vehicleDetails()],
  },
  {
    text: 'Sell',
    href: paths.sell(),
    icon: 'sell',
    covers: [paths.sellList('bike'), paths.sellList('scooter'), paths.manage()],
  },
  { text: 'Compare', href: paths.compare(), icon: 'compare', covers: [] },
  { text: 'Profile', href: paths.profile(), icon: 'user', covers: [paths.login(), paths.entrance()] },
];

const quickLinks: readonly NavigationLink[] = [
  { text: 'Home', href: paths.home() },
  { text: 'New Bikes', href: paths.newBikes() },
  { text: 'New Scooters', href: paths.newScooters() },
  { text: 'Second Hand Bikes', href: paths.usedBikes() },
  { text: 'Second Hand Scooters', href: paths.usedScooters() },
  { text: 'Accessories', href: paths.accessories() },
];

const customerServiceLinks: readonly NavigationLink[] = [
  { text: 'About Us', href: paths.companyDetails() },
  { text: 'Contact Us', href: paths.contact() },
  { text: 'FAQ', href: paths.faq() },
  { text: 'Request Status', href: paths.status() },
  { text: 'Privacy Policy', href: paths.privacy() },
  { text: 'Terms & Conditions', href: paths.terms() },
  { text: 'Return Policy', href: paths.returns() },
];

type PageLayoutProps = {
  compared: readonly ComparedVehicle[];
  /** Ids of the user's favourites; null for visitors. */
  favouriteIds: readonly string[] | null;
  unread: number;
  /** What waits at the desk, of an operator; null for all others. */
  waiting: number | null;
  flash: FlashMessageProps | null;
  contact: FooterContact;
  /** The page shows drafts of an operator. */
  isDraft: boolean;
  className: string | undefined;
  children: ReactNode;
};

const UnreadMessages = createContext(0);

export const useUnreadMessages = (): number => useContext(UnreadMessages);

/** Id of the last element: once the browser has parsed it, it has the whole page. */
export const lastElementId = 'end';

export function PageLayout(props: PageLayoutProps) {
  const { compared, favouriteIds, unread, waiting, flash, contact, isDraft, className, children } = props;
  return (
    <UnreadMessages.Provider value={unread}>
      <CompareListProvider value={compared}>
        <div className="page">
          <a className="skip-link" href="#main">
            Skip to content
          </a>
          <TopBar isSignedIn={favouriteIds !== null} waiting={waiting} />
          <Tabs />
          <FlashRegion flash={flash} />
          {isDraft && (
            <p className="section note" role="status">
              A draft, which only you see, for ten minutes. <a href={deskPaths.shop()}>Back to the desk</a>
            </p>
          )}
          <main id="main" className={className}>
            <SampleRatingsProvider value={{ hasSample: false }}>
              <FavouritesProvider value={favouriteIds}>{children}</FavouritesProvider>
              <SampleRatingsNote />
            </SampleRatingsProvider>
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
function TopBar({ isSignedIn, waiting }: { isSignedIn: boolean } & Pick<PageLayoutProps, 'waiting'>) {
  const { name, logo } = useSite();
  const { pathname } = useLocation();
  return (
    <header className="top-bar">
      <div>
        <a className="brand" href={paths.home()}>
          {logo ? (
            <ShopLogo name={name} {...logo} />
          ) : (
            <>
              {name}
              <HindiName />
            </>
          )}
        </a>{' '}
        <button type="button" popovertarget="menu">
          <Icon name="menu" />
          Menu <UnreadCount />
          {waiting !== null && (
            <>
              {' '}
              <WaitingCount waiting={waiting} />
            </>
          )}
        </button>
        <nav id="menu" popover="auto" aria-label="Main">
          <MenuLinks className="menu-vehicles" links={vehicleLinks} />
          <button type="button" popovertarget="more">
            More
            <Icon name="down" />
          </button>
          <MenuLinks id="more" popover="auto" links={sectionLinks} />
          {waiting === null && !searchedPaths.includes(pathname) && (
            // biome-ignore lint/a11y/useSemanticElements: React 18 knows no search element, and older readers only the role
            <form className="site-search" action={paths.browse()} role="search" aria-label="Site">
              <input type="search" name="q" aria-label="Search" placeholder="Search" />
            </form>
          )}
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
            {waiting !== null && (
              <li>
                <MenuLink href={deskPaths.entrance()}>
                  Desk <WaitingCount waiting={waiting} />
                </MenuLink>
              </li>
            )}
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

const logoHeight = 40;
const maxLogoWidth = 120;

/** At most 120 by 40 pixels, so that the header stays as high as with the name. */
function ShopLogo({ name, hash, width, height }: { name: string; hash: string; width: number; height: number }) {
  const scale = Math.min(logoHeight / height, maxLogoWidth / width);
  const scaled = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  return <img src={paths.logo(hash)} alt={name} {...scaled} />;
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
      {useOpenLinks(links).map(({ text, href }) => (
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
const searchedPaths = [...homePaths, paths.browse(), paths.sellList('bike'), paths.sellList('scooter')];

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

function UnreadCount() {
  const unread = useUnreadMessages();
  return unread > 0 && <Count of={unread} what={unread === 1 ? 'unread message' : 'unread messages'} />;
}

function WaitingCount({ waiting }: Pick<PageLayoutProps, 'waiting'>) {
  return waiting !== null && waiting > 0 && <Count of={waiting} what="waiting at the desk" />;
}

export type FooterContact = {
  phone: string;
  email: string;
  whatsapp: string | null;
  address: string;
  social: readonly { network: 'facebook' | 'instagram' | 'twitter' | 'whatsapp'; name: string; url: string }[];
};

function LinkList({ title, links }: { title: string; links: readonly NavigationLink[] }) {
  return (
    <nav aria-label={title}>
      <details name="footer">
        <summary>
          <h2>{title}</h2>
          <Icon name="down" />
        </summary>
        <ul>
          {useOpenLinks(links).map(({ text, href }) => (
            <li key={href}>
              <a href={href}>{text}</a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}

function Footer({ contact }: { contact: FooterContact }) {
  return (
    <footer className="footer">
      <div>
        <LinkList title="Quick links" links={quickLinks} />
        <LinkList title="Customer service" links={customerServiceLinks} />
        <ul className="footer-contact" aria-label="Contact">
          <li>
            <a href={createPhoneHref(contact.phone)}>
              <Icon name="phone" />
              {contact.phone}
            </a>
          </li>
          {contact.whatsapp !== null && (
            <li>
              <a href={createWhatsappHref(contact.whatsapp)}>
                <Icon name="whatsapp" />
                {contact.whatsapp}
              </a>
            </li>
          )}
          <li>
            <a href={`mailto:${contact.email}`}>
              <Icon name="mail" />
              {contact.email}
            </a>
          </li>
          <li>
            <a href={paths.companyDetails()}>
              <Icon name="pin" />
              {contact.address}
            </a>
          </li>
          <li className="row">
            {contact.social.map(({ network, name, url }) => (
              <Fragment key={network}>
                <a href={url}>
                  <Icon name={network} />
                  <span className="unseen">{name}</span>
                </a>{' '}
              </Fragment>
            ))}
          </li>
        </ul>
      </div>
    </footer>
  );
}
