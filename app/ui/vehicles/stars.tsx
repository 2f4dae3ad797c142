import { Icon } from '~/ui/icons/icon';

/** A rating from 1 to 5 as that many stars, and in words for whoever can't see them. */
export function Stars({ rating }: { rating: number }) {
  return (
    <p className="stars">
      <span className="vh">{`${rating} out of 5`}</span>
      {Array.from({ length: rating }, (_, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: five stars that are all alike
        <Icon key={position} name="star" />
      ))}
    </p>
  );
}
