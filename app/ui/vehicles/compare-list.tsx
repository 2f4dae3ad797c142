import { useLocation } from '@remix-run/react';
import { createContext, type ReactNode, useContext } from 'react';
import { compareMaximum } from '~/domain/compare/compare-list';
import { paths } from '~/paths';
import { Icon } from '../primitives/icon';
import { Button, ButtonLink } from '../primitives/button';

/** `picture`: URL of its photo or drawing. */
export type ComparedVehicle = { id: string; name: string; picture: string };

const CompareList = createContext<readonly ComparedVehicle[]>([]);

export const CompareListProvider = CompareList.Provider;
const useCompareList = (): readonly ComparedVehicle[] => useContext(CompareList);

export function CompareCount() {
  const { length } = useCompareList();
  return <b className="compare-count">{length > 0 ? length : null}</b>;
}

function ReturnField({ part }: { part?: string | undefined }) {
  const { pathname, search } = useLocation();
  return <input type="hidden" name="returnTo" value={`${pathname}${search}${part ? `#${part}` : ''}`} />;
}

type CompareFormProps = {
  /** Id of the element to return to without scripts; `offer-` for the row of the pressed button. */
  backTo?: string;
  children: ReactNode;
};

export function CompareForm({ backTo, children }: CompareFormProps) {
  return (
    <form method="post" action={paths.compareList()} data-compare={compareMaximum}>
      <ReturnField part={backTo} />
      {children}
    </form>
  );
}

type CompareButtonProps = Omit<ComparedVehicle, 'picture'> & {
  isLabelled?: boolean;
};

/** Button that adds a vehicle to the compare list or removes it. Requires a `CompareForm` around it. */
export function CompareButton({ id, name, isLabelled = false }: CompareButtonProps) {
  const isCompared = useCompareList().some((compared) => compared.id === id);
  return (
    // biome-ignore lint/a11y/useButtonType: a button submits its form anyway, and a page has two for each vehicle
    <button
      className={isLabelled ? 'action-link' : 'icon-button'}
      name={isCompared ? 'remove' : 'add'}
      value={id}
      aria-pressed={isCompared}
    >
      <Icon name={isCompared ? 'check' : 'plus'} />
      {isLabelled ? 'Compare' : <span className="unseen">{`Compare ${name}`}</span>}
    </button>
  );
}

/**
 * The compared vehicles in a bar at the bottom of a screen with compare buttons, each with a button to remove it.
 * Rendered hidden when empty, so that the script can fill it.
 */
export function CompareBar() {
  const compared = useCompareList();
  return (
    <form
      method="post"
      action={paths.compareList()}
      className="compare-bar"
      aria-label="Compare list"
      data-compare={compareMaximum}
      hidden={compared.length === 0}
    >
      <ReturnField />
      <ul>
        {compared.map(({ id, name, picture }) => (
          <li key={id}>
            <Button name="remove" value={id}>
              <img src={picture} alt={`Remove ${name}`} />×
            </Button>
          </li>
        ))}
      </ul>
      <ButtonLink kind="primary" href={paths.compare()}>
        Compare now <CompareCount />
      </ButtonLink>
    </form>
  );
}
