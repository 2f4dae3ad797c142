import { priceText, rupeesText } from '~/domain/money';

type PriceProps = {
  rupees: number;
  /** The price before, struck through; shown only when it was higher. */
  originalRupees?: number | null;
  /** The loud price of a panel, to the rupee; a card says it in lakhs. */
  large?: boolean;
};

/** The loudest text of an item. */
export function Price({ rupees, originalRupees, large = false }: PriceProps) {
  const text = large ? rupeesText : priceText;
  return (
    <p className={large ? 'price xl' : 'price'}>
      {text(rupees)}
      {originalRupees && originalRupees > rupees ? (
        <>
          {' '}
          <s>{text(originalRupees)}</s>
        </>
      ) : null}
    </p>
  );
}
