import type { ReactNode } from 'react';
import { type NoticeProps, NoticeRegion } from '~/ui/page/notice';
import { CompareBar, type Compared, CompareListProvider } from '~/ui/vehicles/compare-list';
import { FavouritesProvider } from '~/ui/vehicles/favourites';
import { BottomBar } from './bottom-bar';
import { Footer, type FooterContact } from './footer';
import { Tabs } from './tabs';
import { TopBar } from './top-bar';

type FrameProps = {
  /** The visitor's compare list. */
  compared: readonly Compared[];
  /** Ids of what the user saved with a heart; null when nobody is signed in. */
  favouriteIds: readonly string[] | null;
  /** A one-time message, told on this screen only. */
  notice: NoticeProps | null;
  contact: FooterContact;
  children: ReactNode;
};

/** The id of what comes last: once a browser has met it, it has met the whole page. */
export const lastOfPage = 'end';

/** What is around every screen. */
export function Frame({ compared, favouriteIds, notice, contact, children }: FrameProps) {
  return (
    <CompareListProvider value={compared}>
      <div className="page">
        <a className="skip" href="#main">
          Skip to content
        </a>
        <TopBar isSignedIn={favouriteIds !== null} />
        <Tabs />
        <NoticeRegion notice={notice} />
        <main id="main">
          <FavouritesProvider value={favouriteIds}>{children}</FavouritesProvider>
        </main>
        <CompareBar />
        <Footer contact={contact} />
      </div>
      <BottomBar />
      <i id={lastOfPage} hidden />
    </CompareListProvider>
  );
}
