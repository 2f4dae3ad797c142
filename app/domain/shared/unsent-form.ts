/** A form that was rejected on a screen that does not show it, with what was typed. */
export type UnsentForm = {
  message: string;
  unsent: {
    /** Target of the form. */
    action: string;
    /** Typed texts by field name. */
    texts: Readonly<Record<string, string>>;
    hidden: Readonly<Record<string, string | readonly string[]>>;
    /** Whether it may be accepted when it is sent again. */
    canBeSentAgain: boolean;
  };
};

/** The data of a response that the action of a form throws. */
export const isUnsentForm = (data: unknown): data is UnsentForm =>
  typeof data === 'object' && data !== null && 'unsent' in data;
