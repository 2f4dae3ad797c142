import { createContext, useContext } from 'react';
import { type Site, site as shippedSite } from '~/domain/shared/site';
import { findShopSection } from '~/paths';
import type { ShopSection } from '~db/enums';

type DocumentParts = {
  /** The whole stylesheet, inlined so that the first response can be painted without a second request. */
  style: string;
  /** Marks our own scripts while the page is rendered; removed before the page is sent. */
  scriptNonce: string | undefined;
  /** The client sent `Save-Data: on`: it gets no script, and smaller photos. */
  savesData: boolean;
  /** Identifies the request in the logs, so that a visitor can report a failed one. */
  requestId: string | undefined;
};

const DocumentContext = createContext<DocumentParts>({
  style: '',
  scriptNonce: undefined,
  savesData: false,
  requestId: undefined,
});

export const DocumentProvider = DocumentContext.Provider;
type ShownSite = Site & {
  closed: readonly ShopSection[];
  logo: { hash: string; width: number; height: number } | null;
};

const SiteContext = createContext<ShownSite>({ ...shippedSite, closed: [], logo: null });

export const SiteProvider = SiteContext.Provider;
/** Name and tagline of the shop. */
export const useSite = (): ShownSite => useContext(SiteContext);

/** Whether a section of the shop is on. */
export function useIsOpen(): (section: ShopSection) => boolean {
  const { closed } = useContext(SiteContext);
  return (section) => !closed.includes(section);
}

/** Without those to sections that are off. */
export function useOpenLinks<Link extends { href: string }>(links: readonly Link[]): readonly Link[] {
  const isOpen = useIsOpen();
  return links.filter(({ href }) => {
    const section = findShopSection(href);
    return section === undefined || isOpen(section);
  });
}

export const useDocument = (): DocumentParts => useContext(DocumentContext);
