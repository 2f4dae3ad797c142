import { createContext, useContext } from 'react';
import { paths } from '~/paths';
import { Icon } from '../primitives/icon';

const FavouriteIds = createContext<readonly string[] | null>(null);

/** Root tells every card below it what its user saved; null for a visitor, who has no hearts. */
export const FavouritesProvider = FavouriteIds.Provider;

type HeartButtonProps = {
  id: string;
  name: string;
  /** Says 'Save' beside its sign, where it stands among other buttons. */
  isLabelled?: boolean;
};

/** Saves a vehicle or listing for a signed-in user, or takes it off. Stands behind the compare button, in its form. */
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
