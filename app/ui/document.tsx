import { createContext, useContext } from 'react';
import { type Site, site as shippedSite } from '~/domain/shared/site';

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
const SiteContext = createContext<Site>(shippedSite);

export const SiteProvider = SiteContext.Provider;
/** Name and tagline of the shop. */
export const useSite = (): Site => useContext(SiteContext);

export const useDocument = (): DocumentParts => useContext(DocumentContext);
