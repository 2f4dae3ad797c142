import { createContext, useContext } from 'react';
import { paths } from '~/paths';
import { Icon } from '../primitives/icon';

const FavouriteIds = createContext<readonly string[] | null>(null);

/** The user's favourites, for every card below; null for visitors, who see no hearts. */
export const FavouritesProvider = FavouriteIds.Provider;

type HeartButtonProps = {
  id: string;
  name: string;
  /** With the text 'Save' beside the icon, among other buttons. */
  isLabelled?: boolean;
};

/** Saves a vehicle or listing for a signed-in user, or removes it. Follows the compare button, in its form. */
export function HeartButton({ id, name, isLabelled = false }: HeartButtonProps) {
  const saved = useContext(FavouriteIds);
  if (!saved) return null;
  const isSaved = saved.includes(id);
  return (
    <button
      type="submit"
      className={isLabelled ? 'button' : 'icon-button'}
      formAction={paths.favourites()}
      name={isSaved ? 'drop' : 'save'}
      value={id}
      aria-pressed={isSaved}
    >
      <Icon name="heart" />
      {isLabelled ? 'Save' : <span className="visually-hidden">{`Save ${name}`}</span>}
    </button>
  );
}
