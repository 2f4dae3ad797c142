import { createContext, useContext } from 'react';

/** What the document around a screen needs from the server and nobody else: it is the same text in every answer. */
type DocumentParts = {
  /** The whole style sheet, inlined so that the first answer can be painted without a second request. */
  style: string;
  /** Marks the scripts that are ours while the page is rendered; taken out again before the page is sent. */
  scriptNonce: string | undefined;
  /** The person asked to save data: no script at all, smaller photos. */
  savesData: boolean;
  /** Names this request in the logs, so that a person can tell us which one went wrong. */
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
