import type { CSSProperties } from 'react';
import { formatVerdict, type JudgedPrice, verdictLabels } from '~/domain/listings/listing-facts';
import { formatCount, formatRupees } from '~/domain/shared/money';

const wordClassNames: Readonly<Record<JudgedPrice['verdict'], string>> = {
  low: 'scale-word scale-word-fair',
  fair: 'scale-word scale-word-fair',
  high: 'scale-word scale-word-high',
};

type PriceScaleProps = {
  judged: JudgedPrice;
  /** Where the method is explained; absent where it is not. */
  methodHref?: string;
  /** For a column: with the word above it, and without the price, which stands beside it. */
  isSmall?: boolean;
};

/**
 * A price on the road from the lowest to the highest of similar offers: the middle half is painted, each offer a dot,
 * this price a kilometre stone.
 */
export function PriceScale({ judged, methodHref, isSmall = false }: PriceScaleProps) {
  const { verdict, similar, from, to, price, prices } = judged;
  const [lowest, highest] = [Math.min(price, ...prices), Math.max(price, ...prices)];
  // Quartiles are rounded, and may lie beyond the ends.
  const getPlace = (rupees: number): string => {
    const share = highest === lowest ? 0.5 : (rupees - lowest) / (highest - lowest);
    return `${Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10}%`;
  };
  const places: CSSProperties = { '--from': getPlace(from), '--until': getPlace(to), '--place': getPlace(price) };
  const text = `${verdictLabels[verdict]} price, ${formatCount(similar)} similar`;
  const word = <b className={wordClassNames[verdict]}>{methodHref ? <a href={methodHref}>{text}</a> : text}</b>;
  return (
    <div className={isSmall ? 'price-scale price-scale-small' : 'price-scale'}>
      {isSmall && word}
      <div role="img" aria-label={formatVerdict(judged)} style={places}>
        <span className="scale-fair" />
        {[...new Set(prices.map(getPlace))].map((place) => (
          <i key={place} style={{ '--place': place }} />
        ))}
        <b className="scale-stone">{!isSmall && formatRupees(price)}</b>
      </div>
      <p>
        <span>{formatRupees(lowest)}</span> {!isSmall && word} <span>{formatRupees(highest)}</span>
      </p>
    </div>
  );
}
