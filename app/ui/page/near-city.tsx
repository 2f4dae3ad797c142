import { paths } from '~/paths';
import { Button, ButtonLink } from '../primitives/button';

/** Radius of the links in kilometres. */
export const nearKilometres = 50;

type NearCityProps = {
  city: string | null;
  /** URL of the same list near that city; null when the list is already limited to it. */
  nearHref: string | null;
  /** City of the list, which can be saved; null for none, or when it is already saved. */
  offered: string | null;
  returnTo: string;
};

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
          {`Always near ${offered}`}
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
