export type UnsentForm = {
  message: string;
  unsent: {
    action: string;
    texts: Readonly<Record<string, string>>;
    hidden: Readonly<Record<string, string | readonly string[]>>;
    /** Whether it may be accepted when it is sent again. */
    canBeSentAgain: boolean;
  };
};

export const isUnsentForm = (data: unknown): data is UnsentForm =>
  typeof data === 'object' && data !== null && 'unsent' in data;
