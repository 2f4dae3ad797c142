import type { ReactNode } from 'react';
import { formatPrice, formatRupees } from '~/domain/shared/money';

const conditionClassNames: Readonly<Record<string, string>> = {
  Excellent: 'chip chip-excellent',
  Good: 'chip chip-good',
  Fair: 'chip chip-fair',
  Poor: 'chip chip-poor',
};

type ConditionChipProps = {
  /** Excellent, Good, Fair and Poor each have a colour; other conditions are grey. The text is always present. */
  condition: string;
  /** As on a sell card: 'Used · Good' (docs/product.md, "Listings"). */
  isUsed?: boolean;
};

export function ConditionChip({ condition, isUsed = false }: ConditionChipProps) {
  return <span className={conditionClassNames[condition] ?? 'chip'}>{isUsed ? `Used · ${condition}` : condition}</span>;
}

export type StatusTone = 'waiting' | 'moving' | 'done' | 'off';

const statusClassNames: Readonly<Record<StatusTone, string>> = {
  waiting: 'chip chip-fair',
  moving: 'chip chip-good',
  done: 'chip chip-excellent',
  off: 'chip',
};

/** The status of an item. The text is always present, so colour is never the only cue. */
export function StatusChip({ tone, children }: { tone: StatusTone; children: string }) {
  return <span className={statusClassNames[tone]}>{children}</span>;
}

type TagProps = {
  children: ReactNode;
  isYellow?: boolean;
};

export function Tag({ children, isYellow = false }: TagProps) {
  return <span className={isYellow ? 'tag tag-yellow' : 'tag'}>{children}</span>;
}

export function ListingTags({ type, isYours }: { type: string; isYours: boolean }) {
  if (!isYours) return <Tag>{type}</Tag>;
  return (
    <span className="tags">
      <Tag isYellow>Your Listing</Tag> <Tag>{type}</Tag>
    </span>
  );
}

/** A highlighted number, with its unit for screen readers: 'new', 'unread messages'. */
export function Count({ of, what }: { of: number; what: string }) {
  return (
    <b className="count">
      {of}
      <span className="unseen">{` ${what}`}</span>
    </b>
  );
}

type PlateProps = {
  registration: string;
  /** White on green, like plates of electric vehicles. */
  isElectric?: boolean;
};

export function Plate({ registration, isElectric = false }: PlateProps) {
  return <span className={isElectric ? 'plate plate-electric' : 'plate'}>{registration}</span>;
}

type PriceProps = {
  rupees: number;
  /** The former price, struck through; shown only when it was higher. */
  originalRupees?: number | null;
  large?: boolean;
  /** Price of a new model, which cards show in lakhs; what a seller asks is shown to the rupee. */
  inLakhs?: boolean;
};

export function Price({ rupees, originalRupees, large = false, inLakhs = false }: PriceProps) {
  // The former price has the format of the current one: both in lakhs, or both to the rupee.
  const text = inLakhs && formatPrice(rupees) !== formatRupees(rupees) ? formatPrice : formatRupees;
  const isLower = originalRupees != null && originalRupees > rupees;
  return (
    <p className={large ? 'price price-large' : 'price'}>
      {isLower ? `${text(rupees)} ` : text(rupees)}
      {isLower && <s>{text(originalRupees)}</s>}
    </p>
  );
}

export function Estimate({ figure }: { figure: string }) {
  return (
    <>
      {`${figure} `}
      <small>estimate</small>
    </>
  );
}
