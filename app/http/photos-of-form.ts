/** Photos of a form. */
export type FormPhotos = {
  /**
   * Content hashes of the photos that the form shows after this request, in display order. Only the command decides
   * whether they are still stored, so that no page drops one in silence.
   */
  chosen: string[];
  /** Those that arrived with this request. */
  added: string[];
  /** Whether all fields arrived: otherwise missing ones are not reported. */
  isWhole: boolean;
  /** Whether only the photos were edited: the form is redisplayed, to be submitted once complete. */
  isUnfinished: boolean;
};

export const isPhotoHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** Name under which an unfinished form stores its photos until its owner has signed in. */
const storedName = 'photos';

/** The photos of a form as a value of the unfinished form. */
export const storePhotosOfForm = ({ chosen }: FormPhotos): Record<string, string> => ({
  [storedName]: chosen.join(' '),
});

/** Photos of a form when it is opened: those stored with an unfinished form, else those of the offer. */
export const readPhotosOfForm = (
  unfinished: Readonly<Record<string, string>> | null,
  owned: readonly { hash: string }[],
): string[] => unfinished?.[storedName]?.split(' ').filter(isPhotoHash) ?? owned.map(({ hash }) => hash);
