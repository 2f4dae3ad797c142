import type { ReactNode } from 'react';
import { type NoticeProps, NoticeRegion } from '~/ui/page/notice';
import { CompareBar, type Compared, CompareListProvider } from '~/ui/vehicles/compare-list';
import { BottomBar } from './bottom-bar';
import { Footer, type FooterContact } from './footer';
import { Tabs } from './tabs';
import { TopBar } from './top-bar';

export type FrameProps = {
  /** The visitor's compare list. */
  compared: readonly Compared[];
  isSignedIn: boolean;
  /** A one-time message, told on this screen only. */
  notice: NoticeProps | null;
  contact: FooterContact;
  children: ReactNode;
};

/** What is around every screen. */
export function Frame({ compared, isSignedIn, notice, contact, children }: FrameProps) {
  return (
    <CompareListProvider value={compared}>
      <div className="page">
        <a className="skip" href="#main">
          Skip to content
        </a>
        <TopBar isSignedIn={isSignedIn} />
        <Tabs />
        <NoticeRegion notice={notice} />
        <main id="main">{children}</main>
        <CompareBar />
        <Footer contact={contact} />
      </div>
      <BottomBar />
    </CompareListProvider>
  );
}
