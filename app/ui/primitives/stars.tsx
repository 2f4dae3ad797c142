import { Icon } from './icon';

const maxStars = 5;

export function Stars({ rating }: { rating: number }) {
  return (
    <p className="stars">
      <span className="unseen">{`${rating} out of 5`}</span>
      {Array.from({ length: maxStars }, (_, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: five stars that never change their places
        <Icon key={position} name="star" isEmpty={position >= rating} />
      ))}
    </p>
  );
}
