import { createContext, useContext } from 'react';

/** What the document around a screen gets from the server besides the data of routes. */
type DocumentParts = {
  /** The whole stylesheet, inlined so that the first response can be painted without a second request. */
  style: string;
  /** Marks our own scripts while the page is rendered; removed before the page is sent. */
  scriptNonce: string | undefined;
  /** The client sent `Save-Data: on`: no script at all, smaller photos. */
  savesData: boolean;
  /** Names this request in the logs, so that a visitor can say which one failed. */
  requestId: string | undefined;
};

const DocumentContext = createContext<DocumentParts>({
  style: '',
  scriptNonce: undefined,
  savesData: false,
  requestId: undefined,
});

export const DocumentProvider = DocumentContext.Provider;
export const useDocument = (): DocumentParts => useContext(DocumentContext);
