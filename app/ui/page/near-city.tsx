import { paths } from '~/paths';
import { Button, ButtonLink } from '../primitives/button';

/** Kilometres around the remembered city that its links reach. */
export const nearKilometres = 50;

type NearCityProps = {
  /** The remembered city; null for none. */
  city: string | null;
  /** The same list near it; null where the list is that already. */
  nearHref: string | null;
  /** City of the list, which can be remembered; null for none, or where it is the remembered one. */
  offered: string | null;
  /** Address of the list. */
  returnTo: string;
};

/**
 * Leads to what is near the visitor's own city, and remembers or forgets that city by one press. Stylesheet `near-city`.
 */
export function NearCity({ city, nearHref, offered, returnTo }: NearCityProps) {
  if (city === null && offered === null) return null;
  return (
    <form method="post" action={paths.city()} className="row near-city">
      <input type="hidden" name="returnTo" value={returnTo} />
      {city !== null && nearHref !== null && (
        <ButtonLink icon="pin" href={nearHref}>
          {`Near ${city}`}
        </ButtonLink>
      )}{' '}
      {offered !== null && (
        <Button name="city" value={offered} icon="pin">
          {`Remember ${offered}`}
        </Button>
      )}{' '}
      {city !== null && (
        <Button name="clear" value="1">
          {`Forget ${city}`}
        </Button>
      )}
    </form>
  );
}
