import { useLocation } from '@remix-run/react';
import { createContext, type ReactNode, useContext } from 'react';
import { compareMaximum } from '~/domain/compare/limits';
import { paths } from '~/paths';
import { Icon } from '~/ui/icons/icon';

const CompareList = createContext<readonly string[]>([]);

/** Root tells every card below it what is on the visitor's compare list. */
export const CompareListProvider = CompareList.Provider;
export const useCompareList = (): readonly string[] => useContext(CompareList);

type CompareFormProps = {
  /** Id of the part of the screen to come back to; without scripts the page is loaded anew. */
  backTo?: string;
  children: ReactNode;
};

/** The form around a list whose items carry compare buttons. */
export function CompareForm({ backTo, children }: CompareFormProps) {
  const { pathname, search } = useLocation();
  return (
    <form method="post" action={paths.compareList()} data-compare={compareMaximum}>
      <input type="hidden" name="returnTo" value={`${pathname}${search}${backTo ? `#${backTo}` : ''}`} />
      {children}
    </form>
  );
}

/** Puts a vehicle on the compare list or takes it off. Stands inside a `CompareForm`. */
export function CompareButton({ id, name }: { id: string; name: string }) {
  const isCompared = useCompareList().includes(id);
  return (
    <button type="submit" className="sq" name={isCompared ? 'remove' : 'add'} value={id} aria-pressed={isCompared}>
      <Icon name={isCompared ? 'check' : 'plus'} />
      <span className="vh">{`Compare ${name}`}</span>
    </button>
  );
}
