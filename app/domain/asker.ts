/** Who asks: a signed-in user, a visitor who holds manage keys, or nobody in particular. */
export type Asker = {
  user: SignedInUser | null;
  /** Ids (not the keys themselves) of the manage keys that came with the request and are valid. */
  manageKeyIds: readonly string[];
};

export type SignedInUser = { id: string; name: string; role: 'user' | 'operator'; sessionId: string };
